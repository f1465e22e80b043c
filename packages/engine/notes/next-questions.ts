import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { listReplies, readDialogue } from '../dialogue/dialogue-state.ts'
import { detectIntent } from '../intent/intent.ts'
import type { AgentNotes, Knowledge } from '../knowledge.ts'
import { withNames } from '../language/proper-names.ts'
import type { ReplyInput } from '../reply-input.ts'
import { minNear } from '../search/find-passages.ts'

const maxQuestions = 3
const maxQuestionLength = 120

export const sensitiveTopics =
  /death|illness|last-years|slavery|sold|guilty|mortality|suicide|langevin|dismissed|and-end$|^war$|cost-of-war|enemies|lost-mother/

export interface NextQuestionsInput {
  agentId: string
  language: Locale
  history: ReplyInput['history']
  question: string
  /** Notes quoted in the answer or the history are not suggested. */
  answer: string
  citedKeys?: readonly string[]
  near?: readonly { title: string }[]
}

/** Suggests up to three questions, answered by unused notes closest to the answer. */
export async function suggestNextQuestions(
  knowledge: Knowledge,
  { agentId, language, history, question, answer, citedKeys = [], near = [] }: NextQuestionsInput,
): Promise<string[]> {
  const agentNotes = await knowledge.getNotes({ agentId, language })
  if (!agentNotes) return []
  const keysIn = (replies: readonly string[]) => readDialogue(agentNotes.notes, replies).notes.map(({ key }) => key)
  const [quotedKeys, quotedNow] = [keysIn([...listReplies(history), answer]), keysIn([answer])]
  // a model paraphrases its notes, so fall back to the question's topic
  const sourceKeys = [...new Set([...citedKeys, ...quotedNow])]
  const about = sourceKeys.length > 0 ? sourceKeys : bestNotes(agentNotes, question)
  const nearby = near.flatMap(({ title }) => agentNotes.notes.find((note) => note.title === title)?.key ?? [])
  const order = [...nearby, ...agentNotes.near(about.length > 0 ? about : quotedKeys.slice(-1))]
  const previousQuestions = new Set(
    [question, ...history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))].map(plain),
  )
  const suggestions = new Set<string>()
  for (const key of order) {
    const note = agentNotes.notes.find((one) => one.key === key)
    if (!note || quotedKeys.includes(key) || citedKeys.includes(key) || sensitiveTopics.test(key)) continue
    // small talk such as "who are you?" is not answered from notes
    const question = note.questions.find((one) => !previousQuestions.has(plain(one)) && detectIntent(one) === null)
    const candidate = question === undefined ? note.title : asQuestion(question, agentNotes.names, language)
    if (candidate.length <= maxQuestionLength && !previousQuestions.has(plain(candidate))) suggestions.add(candidate)
    if (suggestions.size === maxQuestions) break
  }
  return [...suggestions]
}

/** Returns the note of the best passage, so that suggestions lead on from the question. */
function bestNotes({ passages, index }: AgentNotes, question: string): string[] {
  const scores = index.score(question)
  const best = Math.max(...scores)
  return best < minNear ? [] : [passages[scores.indexOf(best)]?.note.key ?? '']
}

const plain = (text: string) => plainWords(text).join(' ')

const imperative = /^(?:tell|explain|describe|show|me |cont[ae]|fal[ae]|expli(?:ca|que)|descreva|mostre)/i

/** Formats a question for a button; notes store them as users type. */
function asQuestion(question: string, names: ReadonlyMap<string, string>, language: Locale): string {
  const named = withNames(question, names)
  const [first = ''] = named
  const raised = first.toLocaleUpperCase(language) + named.slice(first.length)
  const written = language === 'en' ? raised.replace(/\bi\b(?=[ ’'])/g, 'I') : raised
  return /[?!.]$/.test(written) || imperative.test(written) ? written : `${written}?`
}
