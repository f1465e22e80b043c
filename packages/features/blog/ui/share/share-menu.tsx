import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type MouseEvent, useEffect, useRef } from 'react'
import { shareUrl } from '../../rules.ts'
import { type Shareable, ShareList } from './share-list.tsx'

/** A plain disclosure, so that it works without scripts. Phones open their own share sheet instead. */
export function ShareMenu({ shared }: { shared: Shareable }) {
  const menu = useRef<HTMLDetailsElement>(null)
  useCloseOnLeave(menu)
  const open = (event: MouseEvent) => {
    if (!hasShareSheet()) return
    event.preventDefault()
    navigator.share({ title: shared.title, url: shareUrl(shared.url, 'native_share', shared.title) }).catch((error: unknown) => {
      // AbortError: the visitor closed the sheet; any other error falls back to the menu
      if (!(error instanceof Error && error.name === 'AbortError') && menu.current) menu.current.open = true
    })
  }
  return (
    <details ref={menu} className="group relative w-full sm:w-auto">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onClick={open}
        className={`${buttonClasses('quiet')} w-full cursor-pointer list-none [&::-webkit-details-marker]:hidden`}
      >
        <ShareIcon />
        {m.blog_share()}
      </summary>
      <div className="absolute inset-x-0 top-full z-20 mt-2 hidden rounded-md border border-line bg-paper-raised p-2 shadow-lift group-open:block group-open:animate-rise sm:right-0 sm:left-auto sm:w-64">
        <ShareList shared={shared} form="menu" />
      </div>
    </details>
  )
}

/** Coarse pointers only: a desktop's share dialog is slower than our menu. */
const hasShareSheet = () => 'share' in navigator && window.matchMedia('(pointer: coarse)').matches

/** Closes the menu on outside click or focus and on Escape, which returns the focus. */
function useCloseOnLeave(menu: { current: HTMLDetailsElement | null }) {
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (menu.current?.open && !menu.current.contains(target as Node)) menu.current.open = false
    }
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [menu])
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
