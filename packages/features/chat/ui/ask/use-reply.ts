import { getLocale } from '@duo/platform/i18n/locale.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { CallFailure } from '#shell/ui/api/document-client.ts'
import { documentStreams } from '#shell/ui/api/document-stream.ts'
import type { AskEvent, Coverage } from '../../ask-schema.ts'
import type { ReplyHelp, Source } from '../../schema.ts'

type End = Extract<AskEvent, { type: 'end' }>

export interface AskReply {
  /** If `failed`, the text is what arrived before the reply broke off. `refused`: the agent takes no questions from this visitor. */
  phase: 'waiting' | 'writing' | 'done' | 'limited' | 'refused' | 'failed'
  text: string
  sources: readonly Source[]
  /** Questions that lead on, from the guide. */
  next: readonly string[]
  origin: End['origin']
  /** The kind of distress that the question may be about. */
  help: ReplyHelp | null
  /** Seconds until the next question, if `limited`. */
  retryAfter: number | null
  /** How a creator's agent met the question. */
  coverage: Coverage | null
  /** Sentences of a model that only the creator of an agent sees. */
  unsupported: readonly string[]
  /** The signed note of a whole reply. */
  provenance: string | null
}

type Event =
  | AskEvent
  | { type: 'asked' }
  | { type: 'limited'; retryAfter: number | null }
  | { type: 'refused' }
  | { type: 'failed' }

const waiting: AskReply = {
  phase: 'waiting',
  text: '',
  sources: [],
  next: [],
  origin: null,
  help: null,
  retryAfter: null,
  coverage: null,
  unsupported: [],
  provenance: null,
}

function replyAfter(reply: AskReply, event: Event): AskReply {
  switch (event.type) {
    case 'asked':
      return waiting
    case 'text':
      return { ...reply, phase: 'writing', text: reply.text + event.text }
    case 'restart':
      return { ...reply, phase: 'waiting', text: '', unsupported: [] }
    case 'sources':
      return { ...reply, sources: event.sources }
    case 'next':
      return { ...reply, next: event.questions }
    case 'coverage':
      return { ...reply, coverage: event.coverage }
    case 'unsupported':
      return { ...reply, unsupported: event.sentences }
    case 'end':
      return replyAtEnd(reply, event)
    case 'refused':
      return { ...reply, phase: 'refused' }
    case 'limited':
      return { ...reply, phase: 'limited', retryAfter: event.retryAfter }
    // a connection may break after the end
    default:
      return reply.phase === 'done' ? reply : { ...reply, phase: 'failed' }
  }
}

const replyAtEnd = (reply: AskReply, { origin, help, provenance }: End): AskReply => ({
  ...reply,
  phase: origin === null ? 'failed' : 'done',
  origin,
  help: help ?? null,
  provenance: provenance ?? null,
})

/** Counted, because each attempt asks again. */
interface Attempt {
  count: number
  input: { notAboutMe?: true }
}

export interface Turn {
  question: string
  answer: string
}

interface QuestionAfter {
  agent: string
  question: string
  /** A reply that the tab kept, instead of asking on mount. */
  kept?: AskReply | null
  /** What was asked before; the same array on each render. */
  turns?: readonly Turn[]
}

interface StreamedQuestion {
  question: string
  language: Locale
  turns?: Turn[]
  notAboutMe?: true
}

/** Opens the stream of a reply. */
export type OpenReply = (question: StreamedQuestion, options: { signal: AbortSignal }) => AsyncGenerator<AskEvent>

/** Asks an agent of the marketplace, or the guide. */
export function useReply({ agent, ...after }: QuestionAfter) {
  const open: OpenReply = useCallback(
    (input, options) => documentStreams.chat.ask.subscribe({ agent, ...input }, options),
    [agent],
  )
  const { reply, ...more } = useStreamedReply(open, after)
  // these agents refuse no visitor
  return { ...more, reply: reply.phase === 'refused' ? { ...reply, phase: 'failed' as const } : reply }
}

/** Asks on mount and again on each `askAgain`. Unmounting aborts the call. `open` must be the same function on each render. */
export function useStreamedReply(open: OpenReply, { question, turns, kept = null }: Omit<QuestionAfter, 'agent'>) {
  const [reply, dispatch] = useReducer(replyAfter, kept ?? waiting)
  const [attempt, setAttempt] = useState<Attempt>({ count: kept ? 0 : 1, input: {} })
  useEffect(() => {
    if (attempt.count === 0) return
    const leave = new AbortController()
    const read = async () => {
      try {
        const input = { question, language: getLocale(), ...(turns && { turns: [...turns] }), ...attempt.input }
        for await (const event of open(input, { signal: leave.signal })) {
          if (leave.signal.aborted) return
          dispatch(event)
        }
        dispatch({ type: 'failed' })
      } catch (error) {
        if (leave.signal.aborted) return
        dispatch(eventOf(error))
      }
    }
    dispatch({ type: 'asked' })
    void read()
    return () => leave.abort()
  }, [open, question, turns, attempt])
  const ask = (input: Attempt['input']) => setAttempt({ count: attempt.count + 1, input })
  return { reply, askAgain: () => ask(attempt.input), notAboutMe: () => ask({ notAboutMe: true }) }
}

/** Calls back with each whole reply. */
export function useWholeReply(reply: AskReply, onWhole: (reply: AskReply) => void): void {
  const latest = useRef(onWhole)
  latest.current = onWhole
  useEffect(() => {
    if (reply.phase === 'done') latest.current(reply)
  }, [reply])
}

function eventOf(error: unknown): Event {
  if (error instanceof CallFailure && error.status === 429 && error.retryAfter !== null)
    return { type: 'limited', retryAfter: error.retryAfter }
  // 404: the link to the agent has ended since the page was loaded
  if (error instanceof CallFailure && [403, 404].includes(error.status)) return { type: 'refused' }
  console.error(error)
  return { type: 'failed' }
}
