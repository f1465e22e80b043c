import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { agentPath } from '@duo/platform/shared/motif.ts'
import { Link } from '@tanstack/react-router'
import { MakeYours } from '#shell/ui/navigation/make-yours.tsx'
import { PlaceNote } from '#shell/ui/navigation/place-note.tsx'
import { beforeJoin } from '#shell/ui/pages/use-viewer.ts'

export function PricingClosing() {
  return (
    <section data-ground="deep" className="relative overflow-clip">
      <Growing />
      <div className={`page-column relative grid items-end gap-x-8 gap-y-10 py-section lg:grid-cols-12 ${beforeJoin}`}>
        <h2 className="font-voice max-w-[13ch] text-5xl font-[300] lg:col-span-8">{m.billing_closing_title()}</h2>
        <div className="lg:col-span-4">
          <Link to="/" hash="email-collection" className={`${buttonClasses('bright', 'lg')} w-full sm:w-auto`}>
            {m.billing_join()}
          </Link>
          <MakeYours className="mt-2" />
          <p className="mt-4 text-sm text-on-deep-muted">{m.billing_hero_note_card()}</p>
        </div>
      </div>
      <PlaceNote />
    </section>
  )
}

function Growing() {
  return (
    <svg
      viewBox="0 0 1440 560"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      focusable="false"
      className="pointer-events-none absolute inset-0 size-full fill-on-deep/5"
    >
      {[110, 246, 450].map((r) => (
        <path key={r} d={agentPath({ x: 1440 - r, y: 560 - r, r }, 8)} />
      ))}
    </svg>
  )
}
