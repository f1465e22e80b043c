import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NoindexHead } from '../../../shell/ui/pages/noindex-head.tsx'
import type { StudioAgent } from '../../schema.ts'
import { ShareButton } from './studio-head.tsx'
import { StudioPlaces } from './studio-places.tsx'

interface StudioFrameProps {
  agent: Pick<StudioAgent, 'id' | 'name'>
  title: string
  children: ReactNode
  /** Below the places, on wide screens. */
  aside?: ReactNode
}

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
        <StudioPlaces agentId={agent.id} />
        <div className="mt-6 max-md:hidden">
          <ShareButton agentId={agent.id} className="w-full" />
        </div>
        {aside && <div className="mt-8 max-md:hidden">{aside}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  )
}
