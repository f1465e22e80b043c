import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { AgentIcon, CoverageIcon, DocumentIcon, SearchIcon, TalkIcon } from '../studio-icons.tsx'

const placeClasses =
  'flex min-h-touch items-center gap-3 rounded-heard px-4 font-semibold no-underline! hover:bg-paper-sunk max-md:flex-col max-md:gap-1 max-md:px-0.5 max-md:py-2 max-md:text-[clamp(0.625rem,3vw,0.75rem)] md:text-sm'
const here = 'bg-paper-raised shadow-[inset_3px_0_0_var(--color-overlap)] max-md:shadow-[inset_0_3px_0_var(--color-overlap)]'

/** Ordered as the work goes: bring, look, name, try, measure. */
const places = [
  { to: '/studio/$agentId', Icon: DocumentIcon, text: m.studio_documents, exact: true },
  { to: '/studio/$agentId/search', Icon: SearchIcon, text: m.studio_search },
  { to: '/studio/$agentId/agent', Icon: AgentIcon, text: m.studio_agent },
  { to: '/studio/$agentId/try', Icon: TalkIcon, text: m.studio_try },
  { to: '/studio/$agentId/coverage', Icon: CoverageIcon, text: m.studio_coverage },
] as const

export function StudioPlaces({ agentId }: { agentId: string }) {
  return (
    <nav
      aria-label={m.studio_places()}
      className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-paper max-md:pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="grid max-md:grid-cols-5 md:gap-1">
        {places.map(({ to, Icon, text, ...place }) => (
          <li key={to} className="min-w-0">
            <Link
              to={to}
              params={{ agentId }}
              activeOptions={{ exact: 'exact' in place }}
              className={placeClasses}
              activeProps={{ className: here }}
            >
              <Icon />
              <span>{text()}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
