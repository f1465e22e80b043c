import type { Knowledge } from '../knowledge.ts'
import { suggestNextQuestions } from '../notes/next-questions.ts'
import type { ReplyInput, ReplySource } from '../reply-input.ts'
import { nearestSentence } from './passage-extraction.ts'
import { renderResponse } from './render-response.ts'
import type { Quotation, ResponsePlan } from './response-parts.ts'
import { planResponse } from './response-plan.ts'

export interface ComposedReply {
  /** Cites its sources by their numbers (`[1]`). */
  text: string
  sources: ReplySource[]
  /** Separate, so that the text need not wait for it. */
  suggestQuestions: () => Promise<string[]>
}

/** Replies to a question with an agent's notes, quoted verbatim in the agent's words, without a model. */
export async function composeReply(knowledge: Knowledge, input: ReplyInput): Promise<ComposedReply> {
  const plan = await planResponse(knowledge, input)
  const text = withCitations(renderResponse(plan, input), plan)
  return {
    text,
    sources: plan.quotations.map(toSource),
    suggestQuestions: () => suggestQuestions(knowledge, plan, input, text),
  }
}

function toSource({ note: { title, source, text }, text: quoted }: Quotation): ReplySource {
  if (quoted === text) return { title, source, text }
  return { title, source, text, passage: text.includes(quoted) ? quoted : nearestSentence(quoted, text) }
}

const withCitations = (text: string, { quotations }: ResponsePlan): string =>
  quotations.reduce((cited, { text }, index) => cited.replace(text, () => `${text}[${index + 1}]`), text)

const kindsWithoutQuestions: ReadonlySet<ResponsePlan['kind']> = new Set([
  'farewell',
  'insult',
  'love',
  'indecent',
  'hate',
] as const)

async function suggestQuestions(knowledge: Knowledge, plan: ResponsePlan, input: ReplyInput, answer: string): Promise<string[]> {
  if (kindsWithoutQuestions.has(plan.kind) || (plan.advice && plan.quotations.length === 0)) return []
  const { language, starters, suggestions, quotations } = plan
  const isFirst = input.history.length === 0 && quotations.length === 0 && suggestions.length === 0
  if (isFirst && plan.kind !== 'topics') return starters.slice(0, 3)
  const { history, question } = input
  const citedKeys = quotations.map(({ note }) => note.key)
  const about = { agentId: input.agent.id, language, history, question, answer, near: suggestions, citedKeys }
  return suggestNextQuestions(knowledge, about)
}
