import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { beforeJoin } from '#shell/ui/pages/use-viewer.ts'
import { PositionPicture } from '../pictures/position-picture.tsx'

export function CommunityParticipate() {
  const steps = [
    { id: 'join', name: m.site_community_join_name(), text: m.site_community_join_text() },
    { id: 'invite', name: m.site_community_invite_name(), text: m.site_community_invite_text() },
    { id: 'ask', name: m.site_community_ask_name(), text: m.site_community_ask_text() },
  ]
  return (
    <section aria-labelledby="part" className="page-column py-section">
      <p className="font-semibold text-muted">{m.site_community_part_label()}</p>
      <h2 id="part" className="font-voice mt-4 max-w-[18ch] text-4xl font-[560]">
        {m.site_community_part_title()}
      </h2>
      <ol className="mt-12 lg:mt-16">
        {steps.map((step, i) => (
          <li
            key={step.id}
            className="grid grid-cols-[3.5rem_1fr] items-baseline gap-x-2 border-t border-line-strong py-8 md:grid-cols-12 md:gap-x-8 md:py-10"
          >
            <span aria-hidden="true" className="figures font-display text-4xl leading-none font-[300] md:col-span-2 lg:text-5xl">
              {i + 1}
            </span>
            <h3 className="text-2xl md:col-span-4">{step.name}</h3>
            <div className="col-start-2 mt-3 md:col-span-6 md:col-start-auto md:mt-0">
              <p className="max-w-[52ch]">{step.text}</p>
              {step.id === 'join' && (
                <Link
                  to="/"
                  hash="email-collection"
                  className={`text-link mt-1 inline-flex min-h-touch items-center font-semibold ${beforeJoin}`}
                >
                  {m.site_community_join_link()}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ol>
      <div className="border-t border-line-strong pt-12 lg:pt-16">
        <PositionPicture />
      </div>
    </section>
  )
}
