import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../session/ui/session-provider.tsx'
import type { CoverageResult } from '../../agent-schema.ts'
import { StudioClosed } from '../frame/studio-closed.tsx'
import { StudioFrame } from '../frame/studio-frame.tsx'
import { StudioHead } from '../frame/studio-head.tsx'
import { DraftPassagePanel, useDraftPassage } from '../passage-panel/draft-passage.tsx'
import { CoverageFigure } from './coverage-figure.tsx'
import { CoverageList } from './coverage-list.tsx'
import { MeasureForm } from './measure-form.tsx'

const route = getRouteApi('/studio/$agentId/coverage')

export function Page() {
  const found = route.useLoaderData()
  const { viewer } = useSession()
  if (!found) return <StudioClosed />
  return <CoverageOfAgent key={`${viewer?.id} ${found.agent.id}`} found={found} />
}

/** What the documents cover, measured with questions made from them. */
export function CoverageOfAgent({ found }: { found: CoverageResult }) {
  const [result, setResult] = useState(found)
  const passage = useDraftPassage()
  const { agent, run, before } = result
  return (
    <StudioFrame agent={agent} title={m.studio_coverage_head({ name: agent.name })}>
      <div className={passage.beside}>
        <StudioHead agentId={agent.id} title={m.studio_coverage()} lead={m.studio_coverage_lead()}>
          <Link
            to="/studio/$agentId/corrections"
            params={{ agentId: agent.id }}
            className="text-link inline-flex min-h-touch items-center text-sm font-semibold"
          >
            {m.studio_try_corrections()}
          </Link>
        </StudioHead>
        {agent.passages > 0 && <MeasureForm agentId={agent.id} run={run} onMeasured={setResult} />}
        {agent.passages === 0 ? (
          <p className="border-l-4 border-overlap pl-3">
            <span>{m.studio_coverage_no_passages()}</span>{' '}
            <Link to="/studio/$agentId" params={{ agentId: agent.id }} className="text-link font-semibold">
              {m.studio_add_documents()}
            </Link>
          </p>
        ) : run === null ? (
          <p className="max-w-[56ch]">{m.studio_coverage_none()}</p>
        ) : run.questions.length === 0 ? (
          <p className="max-w-[56ch]">{m.studio_coverage_no_questions()}</p>
        ) : (
          <>
            <CoverageFigure run={run} before={before} />
            <CoverageList
              agentId={agent.id}
              at={run.at}
              questions={run.questions}
              hasBefore={before !== null}
              onOpen={passage.open}
            />
          </>
        )}
      </div>
      <DraftPassagePanel {...passage} />
    </StudioFrame>
  )
}
