import { useEffect, useRef } from 'react'
import { maxTurnLength, withoutCitations } from '../../../chat/rules.ts'
import type { AskReply, Turn } from '../../../chat/ui/ask/use-reply.ts'

export interface TurnReports {
  isLast: boolean
  /** Whether the last reply is under way. */
  onRunning: (isRunning: boolean) => void
  /** A whole reply; not crisis help, which says nothing about what was meant. */
  onAnswered: (turn: Turn) => void
}

/** Reports to a talk what has come of the reply to a question. */
export function useTurnReports({ phase, text, origin, sources }: AskReply, question: string, reports: TurnReports) {
  const latest = useRef(reports)
  latest.current = reports
  const { isLast } = reports
  const isRunning = phase === 'waiting' || phase === 'writing'
  useEffect(() => {
    if (isLast) latest.current.onRunning(isRunning)
  }, [isLast, isRunning])
  useEffect(() => {
    if (phase !== 'done' || origin === 'help') return
    latest.current.onAnswered({ question, answer: withoutCitations(text, sources.length).slice(0, maxTurnLength) })
  }, [phase, origin, question, text, sources])
}
