import { getLocale } from '@duo/platform/i18n/locale.ts'
import { useEffect, useReducer, useState } from 'react'
import type { AskEvent, Coverage } from '../../../chat/ask-schema.ts'
import type { ReplyHelp, Source } from '../../../chat/schema.ts'
import { CallFailure } from '../../../shell/ui/api/document-client.ts'
import { documentStreams } from '../../../shell/ui/api/document-stream.ts'

export interface TryReply {
  /** If `failed`, the text is what arrived before the reply broke off. */
  phase: 'waiting' | 'writing' | 'done' | 'limited' | 'failed'
  text: string
  sources: readonly Source[]
  /** How the draft met the question; null before it is known. */
  coverage: Coverage | null
  /** Sentences that visitors do not get. */
  unsupported: readonly string[]
  next: readonly string[]
  isHelp: boolean
  help: ReplyHelp | null
  /** Seconds until the next question, if `limited`. */
  retryAfter: number | null
}

export interface Turn {
  question: string
  answer: string
}

type Event = AskEvent | { type: 'asked' } | { type: 'limited'; retryAfter: number | null } | { type: 'failed' }

const waiting: TryReply = {
  phase: 'waiting',
  text: '',
  sources: [],
  coverage: null,
  unsupported: [],
  next: [],
  isHelp: false,
  help: null,
  retryAfter: null,
}

export function replyAfter(reply: TryReply, event: Event): TryReply {
  switch (event.type) {
    case 'asked':
      return waiting
    case 'text':
      return { ...reply, phase: 'writing', text: reply.text + event.text }
    case 'restart':
      return { ...reply, phase: 'waiting', text: '', unsupported: [] }
    case 'sources':
      return { ...reply, sources: event.sources }
    case 'coverage':
      return { ...reply, coverage: event.coverage }
    case 'unsupported':
      return { ...reply, unsupported: event.sentences }
    case 'next':
      return { ...reply, next: event.questions }
    case 'end':
      return {
        ...reply,
        phase: event.origin === null ? 'failed' : 'done',
        isHelp: event.origin === 'help',
        help: event.help ?? null,
      }
    case 'limited':
      return { ...reply, phase: 'limited', retryAfter: event.retryAfter }
    // a connection may break after the end
    default:
      return reply.phase === 'done' ? reply : { ...reply, phase: 'failed' }
  }
}

interface Question {
  agentId: string
  question: string
  /** The same array on each render. */
  turns: readonly Turn[]
}

/** Puts a question to a draft on mount and again on each `askAgain`. Unmounting aborts the call. */
export function useTryReply({ agentId, question, turns }: Question) {
  const [reply, dispatch] = useReducer(replyAfter, waiting)
  const [attempt, setAttempt] = useState({ count: 1, notAboutMe: false })
  useEffect(() => {
    const leave = new AbortController()
    const { notAboutMe } = attempt
    const read = async () => {
      try {
        const input = { agentId, question, language: getLocale(), turns: [...turns], notAboutMe }
        for await (const event of documentStreams.studio.tryAgent.subscribe(input, { signal: leave.signal })) {
          if (leave.signal.aborted) return
          dispatch(event)
        }
        dispatch({ type: 'failed' })
      } catch (error) {
        if (leave.signal.aborted) return
        const isLimit = error instanceof CallFailure && error.status === 429
        if (isLimit) return dispatch({ type: 'limited', retryAfter: error.retryAfter })
        console.error(error)
        dispatch({ type: 'failed' })
      }
    }
    dispatch({ type: 'asked' })
    void read()
    return () => leave.abort()
  }, [agentId, question, turns, attempt])
  const ask = (notAboutMe: boolean) => setAttempt(({ count }) => ({ count: count + 1, notAboutMe }))
  return { reply, askAgain: () => ask(attempt.notAboutMe), notAboutMe: () => ask(true) }
}
