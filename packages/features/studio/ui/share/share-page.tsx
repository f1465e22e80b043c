import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../session/ui/session-provider.tsx'
import type { AgentDraft, AudienceResult } from '../../agent-schema.ts'
import { StudioClosed } from '../frame/studio-closed.tsx'
import { StudioFrame } from '../frame/studio-frame.tsx'
import { Askers } from './askers.tsx'
import { Reports } from './reports.tsx'
import { ShareLink } from './share-link.tsx'
import { VisitorView } from './visitor-view.tsx'

const route = getRouteApi('/studio/$agentId/share')

export function Page() {
  const found = route.useLoaderData()
  const { viewer } = useSession()
  if (!found) return <StudioClosed />
  return <ShareAgent key={`${viewer?.id} ${found.agent.id}`} {...found} />
}

/** How an agent is shared, what visitors see, and who they are. */
export function ShareAgent({ agent, audience }: { agent: AgentDraft; audience: AudienceResult }) {
  const [sharing, setSharing] = useState(agent.sharing)
  const hasAudience = sharing.state !== 'private' || audience.askers.length > 0 || audience.reports.length > 0
  return (
    <StudioFrame agent={agent} title={m.studio_share_head({ name: agent.name })}>
      <h1 className="mb-6 font-voice text-4xl font-[560]">{m.studio_share_title()}</h1>
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-10">
          <ShareLink agent={agent} sharing={sharing} onChanged={setSharing} />
          {hasAudience && (
            <>
              <Askers agentId={agent.id} askers={audience.askers} />
              <Reports reports={audience.reports} />
            </>
          )}
        </div>
        <VisitorView reveal={agent.profile.reveal} active={sharing.active} />
      </div>
    </StudioFrame>
  )
}
