import { detectAdvice } from '../intent/advice.ts'
import { findSum, previousSum } from '../intent/arithmetic.ts'
import { detectIntent, withoutCourtesy } from '../intent/intent.ts'
import type { Knowledge } from '../knowledge.ts'
import { foreignLanguage } from '../language/foreign-language.ts'
import { splitQuestions } from '../language/plain-message.ts'
import { countMarkers } from '../language/query-analysis.ts'
import type { ReplyInput } from '../reply-input.ts'
import { detectLanguage, findPassages } from '../search/find-passages.ts'
import { planFromPassages } from './passage-plan.ts'
import { emptyPlan, type ResponsePlan, responseBase } from './response-parts.ts'
import { planSmallTalk } from './small-talk.ts'
import { planStory } from './story-plan.ts'

/** Decides what a reply tells: a message with several questions gets one plan for all of them. */
export async function planResponse(knowledge: Knowledge, typed: ReplyInput): Promise<ResponsePlan> {
  const input = { ...typed, question: withoutCourtesy(typed.question) }
  const advice = detectAdvice(input.question)
  const questions = splitQuestions(input.question)
  const [question = ''] = questions
  if (questions.length > 1) return { ...(await planQuestions(knowledge, input, questions)), advice }
  const plan = await planQuestion(knowledge, { ...input, question }, input.question)
  const isWhole = question === input.question || isAnswered(plan)
  return { ...(isWhole ? plan : await planQuestion(knowledge, input, input.question)), advice }
}

/** False for plans that only offer something related. */
const isAnswered = ({ kind }: ResponsePlan) => kind !== 'uncovered' && kind !== 'more' && kind !== 'nearest'

async function planQuestions(knowledge: Knowledge, input: ReplyInput, questions: readonly string[]): Promise<ResponsePlan> {
  const plans: ResponsePlan[] = []
  let { history } = input
  for (const question of questions) {
    plans.push(await planQuestion(knowledge, { ...input, history, question }, input.question))
    history = [...history, { role: 'user', content: question }]
  }
  const story = plans.find(({ kind }) => kind === 'agent' || kind === 'heard')
  if (story) return story
  const answered = plans.filter((plan) => isAnswered(plan) && plan.quotations.length > 0)
  const [first] = answered
  if (!first) return plans.find(isAnswered) ?? planQuestion(knowledge, input, input.question)
  const quotations = answered.flatMap((plan) => plan.quotations.slice(0, 1))
  const distinct = quotations.filter(
    ({ text }, place) => !quotations.some((one, at) => one.text.includes(text) && (at < place || one.text !== text)),
  )
  return { ...first, quotations: distinct, isPartial: !plans.every(isAnswered) }
}

async function planQuestion(knowledge: Knowledge, input: ReplyInput, message: string): Promise<ResponsePlan> {
  const { question, history } = input
  const language = detectLanguage(question, history) ?? input.language
  const sum = findSum(question, language) ?? previousSum(question, history, language)
  if (sum !== null) {
    const kind = sum === 'none' ? 'wordless' : 'sum'
    return { ...(await responseBase(knowledge, input, language)), ...emptyPlan, kind, statement: sum }
  }
  const notice = foreignLanguage(question, Math.max(countMarkers(question, 'en'), countMarkers(question, 'pt')))
  if (notice !== null)
    return { ...(await responseBase(knowledge, input, input.language)), ...emptyPlan, kind: 'foreign', statement: notice }
  const isAdvice = detectAdvice(message) !== null
  const intent = isAdvice ? null : detectIntent(question)
  // small talk is not searched for by meaning
  const found = await findPassages(knowledge, intent === null ? input : { ...input, embedder: undefined })
  return (
    (await planStory(knowledge, input, { message, found, intent })) ??
    (await planFromPassages(knowledge, input, { found, intent, isAdvice })) ??
    planSmallTalk(knowledge, input, intent ?? 'out_of_scope', found)
  )
}
