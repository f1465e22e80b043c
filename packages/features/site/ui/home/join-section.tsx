import { MotifTexture } from '@duo/platform/browser/ui/motif/motif-texture.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactNode } from 'react'
import { MakeYours } from '#shell/ui/navigation/make-yours.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { beforeInvitation } from '#shell/ui/pages/use-viewer.ts'

/** Hidden beside the notice of a confirmed member, who has done it. */
const untilConfirmed = 'group-has-data-join-confirmed/join:hidden'

/** The banner and the form (spec, section 2) as one section; the fragment is `#email-collection`. */
export function HomeJoin({ form }: { form: ReactNode }) {
  const isOpen = usePageContext().studio === 'on'
  const turnText = isOpen ? m.site_join_turn_first_text() : m.site_join_turn_text()
  const steps = [
    { id: 'now', name: m.site_join_now_name(), text: m.site_join_now_text(), shown: untilConfirmed },
    { id: 'soon', name: m.site_join_soon_name(), text: m.site_join_soon_text(), shown: untilConfirmed },
    { id: 'turn', name: m.site_join_turn_name(), text: turnText, shown: '' },
  ]
  return (
    <section id="email-collection" aria-labelledby="join-title" data-ground="deep" className="group/join relative overflow-clip">
      <MotifTexture width={1440} height={720} person={{ x: 250, y: 560, r: 420 }} agent={{ x: 1180, y: 60, r: 420 }} />
      <div className="page-column relative grid grid-cols-1 gap-x-8 gap-y-12 py-section lg:grid-cols-12">
        <div className="lg:col-span-7">
          <h2 id="join-title" className="font-voice max-w-[12ch] text-5xl font-[620] text-balance">
            {m.site_banner_title()}
          </h2>
          <p className="font-voice mt-4 text-3xl font-[300] text-voice-bright">{m.site_banner_text()}</p>
        </div>
        <div className="group self-end lg:col-span-5">
          <p className="font-voice mb-3 text-3xl font-[300] group-has-data-done:hidden">{m.site_join_title()}</p>
          <p className="mb-6 max-w-[34ch] text-lg leading-snug group-has-data-done:hidden">{m.site_join_lead()}</p>
          {form}
        </div>
        <div className={`lg:col-span-12 lg:mt-8 ${beforeInvitation}`}>
          <h3 className="sr-only">{m.site_join_steps_label()}</h3>
          <ol className="grid gap-y-6 border-t border-on-deep-muted/40 pt-6 md:grid-cols-3 md:gap-x-8">
            {steps.map((step) => (
              <li
                key={step.id}
                className={`grid grid-cols-[min(8.5rem,40%)_minmax(0,1fr)] items-baseline gap-x-4 md:block ${step.shown}`}
              >
                <p className="font-display text-lg text-voice-bright">{step.name}</p>
                <p className="max-w-[28ch] text-on-deep">{step.text}</p>
              </li>
            ))}
          </ol>
          {isOpen && (
            <div className="mt-8">
              <p className="max-w-[62ch] text-on-deep">{m.site_join_today_text()}</p>
              <MakeYours className="mt-1" />
            </div>
          )}
        </div>
      </div>
    </section>
  )
}
