import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { shareUrl } from '../../rules.ts'
import { type Shareable, ShareList } from './share-list.tsx'

/** A plain disclosure, so that it works without scripts. Phones open their own share sheet instead (article-script.ts). */
export function ShareMenu({ shared }: { shared: Shareable }) {
  return (
    <details
      data-popup
      data-share={shareUrl(shared.url, 'native_share', shared.title)}
      data-title={shared.title}
      className="group relative w-full sm:w-auto"
    >
      <summary className={`${buttonClasses('quiet')} w-full cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
        <ShareIcon />
        {m.blog_share()}
      </summary>
      <div className="absolute inset-x-0 top-full z-20 mt-2 hidden rounded-md border border-line bg-paper-raised p-2 shadow-lift group-open:block group-open:animate-rise sm:right-0 sm:left-auto sm:w-64">
        <ShareList shared={shared} form="menu" />
      </div>
    </details>
  )
}

function ShareIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-5 fill-none stroke-current" strokeWidth={2}>
      <circle cx={6} cy={12} r={3} />
      <circle cx={18} cy={5} r={3} />
      <path d="M18 16a3 3 0 0 1 3 3v3h-3a3 3 0 0 1 0-6ZM8.7 10.6l6.6-4.1M8.7 13.4l6.6 4.1" />
    </svg>
  )
}
