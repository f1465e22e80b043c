import { m } from '@duo/platform/i18n/messages.ts'
import { agentPath } from '@duo/platform/shared/motif.ts'
import { Link } from '@tanstack/react-router'
import { beforeJoin } from '#shell/ui/pages/use-viewer.ts'

export function AboutTeam() {
  const seats = [
    { id: 'product', name: m.site_about_seat_product_name(), text: m.site_about_seat_product_text() },
    { id: 'trust', name: m.site_about_seat_trust_name(), text: m.site_about_seat_trust_text() },
    { id: 'language', name: m.site_about_seat_language_name(), text: m.site_about_seat_language_text() },
    { id: 'community', name: m.site_about_seat_community_name(), text: m.site_about_seat_community_text() },
  ]
  return (
    <section id="team" aria-labelledby="team-title" className="page-column grid gap-x-8 gap-y-12 py-section lg:grid-cols-12">
      <div className="lg:col-span-5">
        <div className="lg:sticky lg:top-24">
          <p className="font-semibold text-muted">{m.site_about_team_label()}</p>
          <h2 id="team-title" className="font-voice mt-4 max-w-[12ch] text-4xl font-[560]">
            {m.site_about_team_title()}
          </h2>
          <p className="mt-6 max-w-[40ch]">{m.site_about_team_text()}</p>
        </div>
      </div>
      <ul className="lg:col-span-7">
        {seats.map((seat) => (
          <li key={seat.id} className="flex items-center gap-5 border-t border-line-strong py-6 md:gap-8">
            <Seat />
            <div>
              <h3 className="text-xl">{seat.name}</h3>
              <p className="mt-1 max-w-[44ch] text-muted">{seat.text}</p>
            </div>
          </li>
        ))}
        <li className="flex items-center gap-5 border-y border-line-strong py-6 md:gap-8">
          <Seat yours />
          <div>
            <h3 className="text-xl">{m.site_about_seat_yours_name()}</h3>
            <p className="mt-1 max-w-[44ch]">{m.site_about_seat_yours_text()}</p>
            <Link
              to="/"
              hash="email-collection"
              className={`text-link inline-flex min-h-touch items-center font-semibold ${beforeJoin}`}
            >
              {m.site_about_seat_yours_link()}
            </Link>
          </div>
        </li>
      </ul>
    </section>
  )
}

function Seat({ yours = false }: { yours?: boolean }) {
  return (
    <svg viewBox="0 0 100 64" aria-hidden="true" focusable="false" className="h-14 w-auto flex-none overflow-visible md:h-20">
      <circle
        cx={32}
        cy={32}
        r={31}
        fill="none"
        strokeWidth={2}
        strokeDasharray={yours ? '5 6' : undefined}
        className={yours ? 'stroke-ink' : 'stroke-line-strong'}
      />
      <path
        d={agentPath({ x: 68, y: 32, r: 31 }, 5)}
        strokeWidth={2}
        className={yours ? 'fill-voice-bright' : 'fill-transparent stroke-line-strong'}
      />
    </svg>
  )
}
