import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '@duo/db/index.ts'
import type { AnswerInput, AnswerPart, QuestionEmbedder } from '../../schema.ts'
import { suggestNextQuestions } from '../notes/next-questions.ts'
import { renderResponse } from './render-response.ts'
import type { ResponsePlan } from './response-parts.ts'
import { planResponse } from './response-plan.ts'

const wordIntervalMs = 28
const maxDurationMs = 6_000

/** Quotes an agent's notes verbatim, without a key, network or token costs. `intervalMs` is the time between words. */
export const createOfflineResponder = (
  { db, embedder }: { db: Db; embedder?: () => QuestionEmbedder | undefined },
  intervalMs = wordIntervalMs,
): ((input: AnswerInput, signal: AbortSignal) => AsyncIterable<AnswerPart>) =>
  async function* answer(input, signal) {
    signal.throwIfAborted()
    const plan = await planResponse(db, { ...input, embedder: embedder?.() })
    const text = withCitations(renderResponse(plan, input), plan)
    const pieces = text.match(/\s*(?:\[[^\]]*\]\([^)]*\)|\S)+/g) ?? [text]
    const between = Math.min(intervalMs, maxDurationMs / pieces.length)
    let due = performance.now()
    for (const piece of pieces) {
      signal.throwIfAborted()
      yield { type: 'text', text: piece }
      due += between
      const left = due - performance.now()
      if (left > 1) await wait(left, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
    if (plan.notes.length > 0) yield { type: 'sources', sources: plan.notes.map(({ title, source }) => ({ title, source })) }
    const questions = await suggestQuestions(db, plan, input, text)
    if (questions.length > 0) yield { type: 'next', questions }
    yield { type: 'done', tokens: 0, origin: 'offline' }
  }

function withCitations(text: string, { notes, passage }: ResponsePlan): string {
  return notes.reduce((cited, note, index) => {
    const quotedText = index === 0 && passage !== undefined ? passage : note.text
    return cited.replace(quotedText, () => `${quotedText}[${index + 1}]`)
  }, text)
}

const kindsWithoutQuestions: ReadonlySet<ResponsePlan['kind']> = new Set([
  'farewell',
  'insult',
  'love',
  'indecent',
  'hate',
] as const)

async function suggestQuestions(db: Db, plan: ResponsePlan, input: AnswerInput, answer: string): Promise<string[]> {
  if (kindsWithoutQuestions.has(plan.kind) || (plan.advice && plan.notes.length === 0)) return []
  const { language, starters, suggestions, notes } = plan
  const isFirst = input.history.length === 0 && notes.length === 0 && suggestions.length === 0
  if (isFirst && plan.kind !== 'topics') return starters.slice(0, 3)
  const { history, question } = input
  const citedKeys = notes.map(({ key }) => key)
  return suggestNextQuestions(db, { agentId: input.agent.id, language, history, question, answer, near: suggestions, citedKeys })
}
