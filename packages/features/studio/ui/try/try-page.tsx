import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Turn } from '../../../chat/ui/ask/use-reply.ts'
import { NextQuestions } from '../../../chat/ui/reply/next-questions.tsx'
import { useSession } from '../../../session/ui/session-provider.tsx'
import { tryLimit } from '../../agent-rules.ts'
import type { AgentDraft } from '../../agent-schema.ts'
import { StudioClosed } from '../frame/studio-closed.tsx'
import { StudioFrame } from '../frame/studio-frame.tsx'
import { StudioHead } from '../frame/studio-head.tsx'
import { DraftPassagePanel, useDraftPassage } from '../passage-panel/draft-passage.tsx'
import { TryComposer } from './try-composer.tsx'
import { TryTurn } from './try-turn.tsx'

const route = getRouteApi('/studio/$agentId/try')

export function Page() {
  const draft = route.useLoaderData()
  const { viewer } = useSession()
  if (!draft) return <StudioClosed />
  return <TryAgent key={`${viewer?.id} ${draft.id}`} draft={draft} />
}

/** A conversation with the draft. The page keeps what was written, and sends the last turns along. */
export function TryAgent({ draft }: { draft: AgentDraft }) {
  const [questions, setQuestions] = useState<readonly string[]>([])
  const [answered, setAnswered] = useState<readonly Turn[]>([])
  const [isRunning, setRunning] = useState(false)
  const passage = useDraftPassage()
  const ask = (question: string) => !isRunning && setQuestions((before) => [...before, question])
  const { id, name, passages, profile, proposedStarters } = draft
  const starters = profile.starters.length > 0 ? profile.starters : proposedStarters
  return (
    <StudioFrame agent={draft} title={m.studio_try_head({ name })}>
      <div className={`group/talk ${passage.beside}`}>
        <StudioHead agentId={id} title={m.studio_try_title()} lead={m.studio_try_lead({ count: tryLimit.points })}>
          <Link
            to="/studio/$agentId/corrections"
            params={{ agentId: id }}
            className="text-link inline-flex min-h-touch items-center text-sm font-semibold"
          >
            {m.studio_try_corrections()}
          </Link>
          <p className="rounded-md border border-line-strong px-2.5 py-0.5 text-sm font-semibold">{m.studio_state_private()}</p>
        </StudioHead>
        {passages === 0 && (
          <p className="mb-6 border-l-4 border-overlap pl-3">
            <span>{m.studio_try_none()}</span>{' '}
            <Link to="/studio/$agentId" params={{ agentId: id }} className="text-link font-semibold">
              {m.studio_add_documents()}
            </Link>
          </p>
        )}
        <section aria-label={m.studio_try_talk()} className="grid max-w-3xl gap-6">
          {questions.length === 0 && (
            <div className="grid gap-3">
              <p>{m.studio_try_empty()}</p>
              <NextQuestions label={m.studio_shared_questions()} questions={starters} onAsk={ask} />
            </div>
          )}
          {questions.map((question, place) => (
            <TryTurn
              // biome-ignore lint/suspicious/noArrayIndexKey: questions are only added, and one may be put twice
              key={place}
              agent={draft}
              question={question}
              before={answered}
              isLast={place === questions.length - 1}
              onAsk={ask}
              onOpen={passage.open}
              onRunning={setRunning}
              onAnswered={(turn) => setAnswered((turns) => [...turns, turn])}
            />
          ))}
        </section>
        <TryComposer busy={isRunning} onAsk={ask} />
      </div>
      <DraftPassagePanel {...passage} />
    </StudioFrame>
  )
}
