import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useSession } from '../../../session/ui/session-provider.tsx'
import type { AgentDraft, Correction } from '../../agent-schema.ts'
import { StudioClosed } from '../frame/studio-closed.tsx'
import { StudioFrame } from '../frame/studio-frame.tsx'
import { StudioHead } from '../frame/studio-head.tsx'
import { CorrectionItem } from './correction-item.tsx'

const route = getRouteApi('/studio/$agentId/corrections')

export function Page() {
  const found = route.useLoaderData()
  const { viewer } = useSession()
  if (!found) return <StudioClosed />
  return <Corrections key={`${viewer?.id} ${found.agent.id}`} {...found} />
}

/** The creator's own answers, to edit and to delete. */
export function Corrections({ agent, corrections: first }: { agent: AgentDraft; corrections: readonly Correction[] }) {
  const [corrections, setCorrections] = useState(first)
  const list = useRef<HTMLDivElement>(null)
  return (
    <StudioFrame agent={agent} title={m.studio_corrections_head({ name: agent.name })}>
      <StudioHead agentId={agent.id} title={m.studio_corrections_title()} lead={m.studio_corrections_lead()} />
      <div ref={list} tabIndex={-1} className="max-w-3xl outline-none">
        {corrections.length === 0 ? (
          <>
            <p className="mb-4 max-w-[56ch]">{m.studio_corrections_none()}</p>
            <Link
              to="/studio/$agentId/try"
              params={{ agentId: agent.id }}
              className={`${buttonClasses('primary')} no-underline!`}
            >
              {m.studio_try()}
            </Link>
          </>
        ) : (
          <ul aria-label={m.studio_corrections_title()} className="border-t border-line">
            {corrections.map((correction) => (
              <CorrectionItem
                key={correction.id}
                agentId={agent.id}
                correction={correction}
                onChanged={(changed) => setCorrections((before) => before.map((one) => (one.id === changed.id ? changed : one)))}
                onRemoved={() => {
                  setCorrections((before) => before.filter(({ id }) => id !== correction.id))
                  list.current?.focus()
                }}
              />
            ))}
          </ul>
        )}
      </div>
    </StudioFrame>
  )
}
