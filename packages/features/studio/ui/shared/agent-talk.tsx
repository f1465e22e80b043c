import { useTypedEarly } from '@duo/platform/browser/input/typed-early.ts'
import { useLazyComponent } from '@duo/platform/browser/parts/use-lazy-component.ts'
import { inputClasses } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { messageMaxLength } from '../../../chat/rules.ts'
import type { Source } from '../../../chat/schema.ts'
import { findTalk, type KeptTurn, keepTalk } from '../../../chat/ui/ask/kept-talk.ts'
import type { Turn } from '../../../chat/ui/ask/use-reply.ts'
import { OpenSource } from '../../../chat/ui/citations/citation.tsx'
import { SendIcon } from '../../../chat/ui/icons.tsx'
import { NextQuestions } from '../../../chat/ui/reply/next-questions.tsx'
import { CallFailure, documentClient } from '../../../shell/ui/api/document-client.ts'
import { askAgentLimit, askerDays } from '../../agent-rules.ts'
import type { OpenResult, SharedAgent } from '../../agent-schema.ts'
import { useOpenedPassage } from '../passage-panel/use-opened-passage.ts'
import { AgentTurn } from './agent-turn.tsx'

/** A talk with the agent. The tab keeps what was said and sends it along; the server stores nothing. */
export function AgentTalk({ agent }: { agent: SharedAgent }) {
  const { turns, setTurns, typed, setTyped } = useKeptTalk(agent.slug)
  const [answered, setAnswered] = useState<readonly Turn[]>([])
  const [next, setNext] = useState<readonly string[]>(agent.profile.starters)
  const [isRunning, setRunning] = useState(false)
  const passage = usePassagePanel(agent.slug)
  const ask = (question: string) => {
    if (isRunning || !hasVisibleText(question)) return false
    setTurns([...turns, { question, reply: null }])
    setNext([])
    setRunning(true)
    return true
  }
  return (
    <OpenSource value={passage.open}>
      {turns.length > 0 && (
        <div className="mt-6 grid gap-6">
          {turns.map(({ question, reply }, place) => (
            <AgentTurn
              // biome-ignore lint/suspicious/noArrayIndexKey: questions are only added, and one may be asked twice
              key={place}
              agent={agent}
              question={question}
              before={answered}
              kept={reply}
              isLast={place === turns.length - 1}
              onSources={passage.load}
              onRunning={setRunning}
              onNext={setNext}
              onAnswered={(turn) => setAnswered((earlier) => [...earlier, turn])}
              onWhole={(whole) => setTurns((all) => all.map((turn, at) => (at === place ? { question, reply: whole } : turn)))}
            />
          ))}
        </div>
      )}
      <NextQuestions
        label={m.studio_shared_questions()}
        questions={next}
        onAsk={ask}
        className="mt-5 flex-col empty:hidden noscript:hidden [&_button]:w-full"
      />
      <AskForm isRunning={isRunning} typed={typed} onType={setTyped} onAsk={ask} />
      {passage.Panel && <passage.Panel shown={passage.shown} opener={passage.opener} onClose={passage.close} closesOnBack />}
    </OpenSource>
  )
}

/** What the tab kept comes after hydration, because the server does not know it. */
function useKeptTalk(slug: string) {
  const [isFound, setFound] = useState(false)
  const [turns, setTurns] = useState<readonly KeptTurn[]>([])
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const kept = findTalk(slug)
    setTurns(kept.turns)
    setTyped((early) => early || kept.typed)
    setFound(true)
  }, [slug])
  useEffect(() => {
    if (isFound) keepTalk(slug, { turns, typed })
  }, [isFound, slug, turns, typed])
  return { turns, setTurns, typed, setTyped }
}

interface AskFormProps {
  isRunning: boolean
  typed: string
  onType: (text: string) => void
  /** Returns whether it asked. */
  onAsk: (question: string) => boolean
}

/** What is typed stays until it is asked, also when another question is pressed. */
function AskForm({ isRunning, typed, onType, onAsk }: AskFormProps) {
  const id = useId()
  useTypedEarly(id, true)
  const hydrated = useHydrated()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (onAsk(typed)) onType('')
  }
  return (
    // an early press must put no question into the URL
    <form method="dialog" onSubmit={submit} className="mt-4 noscript:hidden">
      <label htmlFor={id} className="mb-2 block text-sm font-semibold">
        {m.studio_shared_question()}
      </label>
      <div className="flex items-center gap-2">
        <input
          id={id}
          dir="auto"
          required
          maxLength={messageMaxLength}
          autoComplete="off"
          enterKeyHint="send"
          value={typed}
          onChange={({ target }) => onType(target.value)}
          aria-describedby={`${id}-hint`}
          className={inputClasses}
        />
        <button
          type="submit"
          disabled={!hydrated}
          aria-disabled={isRunning || undefined}
          aria-label={m.studio_shared_send()}
          className="grid size-12 flex-none place-items-center rounded-[1.5rem_1.5rem_0.25rem_1.5rem] bg-accent text-on-accent enabled-hover:bg-accent-strong aria-disabled:opacity-60"
        >
          <SendIcon />
        </button>
      </div>
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        {m.studio_shared_hint({ count: askAgentLimit.points, days: askerDays })}
      </p>
    </form>
  )
}

/** Loads the panel as soon as a reply has sources, so that it opens at once. */
function usePassagePanel(slug: string) {
  const [Panel, loadPanel] = useLazyComponent(async () => (await import('../passage-panel/passage-panel.tsx')).PassagePanel)
  const passage = useOpenedPassage((passageId) => openShared(slug, passageId))
  const load = () => loadPanel(passage.close)
  const open = (pressed: Source, from: HTMLElement) => {
    load()
    passage.open(pressed, from)
  }
  return { ...passage, Panel, load, open }
}

/** A link that has ended shows no more passages. */
async function openShared(slug: string, passageId: string): Promise<OpenResult> {
  try {
    return await documentClient.studio.openShared.query({ slug, passageId })
  } catch (error) {
    if (error instanceof CallFailure && error.status === 404) return { error: 'gone' }
    throw error
  }
}
