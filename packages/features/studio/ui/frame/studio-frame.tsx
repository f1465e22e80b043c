import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NoindexHead } from '../../../shell/ui/pages/noindex-head.tsx'
import type { StudioAgent } from '../../schema.ts'
import { DocumentIcon, SearchIcon } from '../studio-icons.tsx'

interface StudioFrameProps {
  agent: Pick<StudioAgent, 'id' | 'name'> & Partial<Pick<StudioAgent, 'documents'>>
  title: string
  children: ReactNode
  /** Below the places, on wide screens. */
  aside?: ReactNode
}

const placeClasses =
  'flex min-h-touch items-center gap-3 rounded-heard px-4 font-semibold no-underline! hover:bg-paper-sunk max-md:flex-col max-md:gap-1 max-md:py-2 max-md:text-xs md:text-sm'
const here = 'bg-paper-raised shadow-[inset_3px_0_0_var(--color-overlap)] max-md:shadow-[inset_0_3px_0_var(--color-overlap)]'

/** The places of an agent: beside the page, or under the thumb on a phone. */
export function StudioFrame({ agent, title, children, aside }: StudioFrameProps) {
  return (
    <div className="page-column grid gap-x-12 pt-[calc(var(--spacing-header)+1.5rem)] pb-28 md:grid-cols-[13rem_minmax(0,1fr)] md:pb-16">
      <NoindexHead title={title} description={m.studio_head_text()} />
      <div className="md:border-r md:border-line md:pr-5">
        <p className="pb-4">
          <Link to="/studio" className="text-link text-sm font-semibold">
            {m.studio_title()}
          </Link>
          <span className="mt-1 block font-voice text-xl font-[560] wrap-anywhere">
            <Name>{agent.name}</Name>
          </span>
        </p>
        <nav
          aria-label={m.studio_places()}
          className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:border-t max-md:border-line max-md:bg-paper"
        >
          <ul className="grid max-md:grid-cols-2 md:gap-1">
            <li>
              <Link
                to="/studio/$agentId"
                params={{ agentId: agent.id }}
                activeOptions={{ exact: true }}
                className={placeClasses}
                activeProps={{ className: here }}
              >
                <DocumentIcon />
                <span>{m.studio_documents()}</span>
              </Link>
            </li>
            <li>
              <Link
                to="/studio/$agentId/search"
                params={{ agentId: agent.id }}
                className={placeClasses}
                activeProps={{ className: here }}
              >
                <SearchIcon />
                <span>{m.studio_search()}</span>
              </Link>
            </li>
          </ul>
        </nav>
        {aside && <div className="mt-8 max-md:hidden">{aside}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
