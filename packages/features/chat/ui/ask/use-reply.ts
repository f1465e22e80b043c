import { getLocale } from '@duo/platform/i18n/locale.ts'
import { useEffect, useReducer, useState } from 'react'
import { CallFailure } from '#shell/ui/api/document-client.ts'
import { documentStreams } from '#shell/ui/api/document-stream.ts'
import type { AskEvent } from '../../ask-schema.ts'
import type { ReplyHelp, Source } from '../../schema.ts'

type End = Extract<AskEvent, { type: 'end' }>

export interface AskReply {
  /** If `failed`, the text is what arrived before the reply broke off. */
  phase: 'waiting' | 'writing' | 'done' | 'limited' | 'failed'
  text: string
  sources: readonly Source[]
  /** Questions that lead on, from the guide. */
  next: readonly string[]
  origin: End['origin']
  /** The kind of distress that the question may be about. */
  help: ReplyHelp | null
  /** Seconds until the next question, if `limited`. */
  retryAfter: number | null
}

type Event = AskEvent | { type: 'asked' } | { type: 'limited'; retryAfter: number | null } | { type: 'failed' }

const waiting: AskReply = { phase: 'waiting', text: '', sources: [], next: [], origin: null, help: null, retryAfter: null }

function replyAfter(reply: AskReply, event: Event): AskReply {
  switch (event.type) {
    case 'asked':
      return waiting
    case 'text':
      return { ...reply, phase: 'writing', text: reply.text + event.text }
    case 'restart':
      return { ...reply, phase: 'waiting', text: '' }
    case 'sources':
      return { ...reply, sources: event.sources }
    case 'next':
      return { ...reply, next: event.questions }
    case 'end':
      return { ...reply, phase: event.origin === null ? 'failed' : 'done', origin: event.origin, help: event.help ?? null }
    case 'limited':
      return { ...reply, phase: 'limited', retryAfter: event.retryAfter }
    // a connection may break after the end
    default:
      return reply.phase === 'done' ? reply : { ...reply, phase: 'failed' }
  }
}

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
  /** What was asked before; the same array on each render. */
  turns?: readonly Turn[]
}

/** Asks on mount and again on each `askAgain`. Unmounting aborts the call. */
export function useReply({ agent, question, turns }: QuestionAfter) {
  const [reply, dispatch] = useReducer(replyAfter, waiting)
  const [attempt, setAttempt] = useState<Attempt>({ count: 1, input: {} })
  useEffect(() => {
    const leave = new AbortController()
    const read = async () => {
      try {
        const input = { agent, question, language: getLocale(), ...(turns && { turns: [...turns] }), ...attempt.input }
        for await (const event of documentStreams.chat.ask.subscribe(input, { signal: leave.signal })) {
          if (leave.signal.aborted) return
          dispatch(event)
        }
        dispatch({ type: 'failed' })
      } catch (error) {
        if (leave.signal.aborted) return
        const isLimit = error instanceof CallFailure && error.status === 429 && error.retryAfter !== null
        if (isLimit) return dispatch({ type: 'limited', retryAfter: error.retryAfter })
        console.error(error)
        dispatch({ type: 'failed' })
      }
    }
    dispatch({ type: 'asked' })
    void read()
    return () => leave.abort()
  }, [agent, question, turns, attempt])
  const ask = (input: Attempt['input']) => setAttempt({ count: attempt.count + 1, input })
  return { reply, askAgain: () => ask(attempt.input), notAboutMe: () => ask({ notAboutMe: true }) }
}
