import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import type { Asked } from '../../schema.ts'
import { withNames } from '../language/proper-names.ts'
import { talkOf } from '../offline-engine/intent.ts'
import { notesOf, repliesIn, toldNotes } from './notes-search.ts'

/** How many questions lead on from an answer, and how long one may be. */
const mostQuestions = 3
const longestQuestion = 120

/** Subjects that are not offered unasked. */
export const grave =
  /death|illness|last-years|slavery|sold|guilty|mortality|suicide|langevin|dismissed|and-end$|^war$|cost-of-war|enemies|lost-mother/

export interface LeadingOn {
  agentId: string
  language: Locale
  history: Asked['history']
  question: string
  /** What the answer says; notes that stand in it, or in what was said before, lead nowhere. */
  answer: string
  /** Keys of the notes it rests on, where that is known. */
  told?: readonly string[]
  /** Notes that come near though they were not told. */
  near?: readonly { title: string }[]
}

/**
 * The questions that lead on from an answer, the engine's or a model's: what the notes nearest to it answer that were not told yet, three
 * at most.
 */
export async function nextQuestions(
  db: Db,
  { agentId, language, history, question, answer, told: cited = [], near = [] }: LeadingOn,
): Promise<string[]> {
  const known = await notesOf(db, { agentId, language })
  if (!known) return []
  const [told, here] = await Promise.all(
    [[...repliesIn(history), answer], [answer]].map(async (said) => (await toldNotes(db, agentId, said)).map(({ key }) => key)),
  )
  if (!told || !here) return []
  // an answer in a model's words is about what it was asked for
  const resting = [...new Set([...cited, ...here])]
  const about = resting.length > 0 ? resting : [...known.index.match(plainWords(question))].map(([key]) => key)
  const nearby = near.flatMap(({ title }) => known.notes.find((note) => note.title === title)?.key ?? [])
  const order = [...nearby, ...known.index.near(about.length > 0 ? about : told.slice(-1))]
  const asked = new Set([question, ...history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))].map(plain))
  const found = new Set<string>()
  for (const key of order) {
    const note = known.notes.find((one) => one.key === key)
    if (!note || told.includes(key) || cited.includes(key) || grave.test(key)) continue
    // "who are you?" is no question to the notes
    const question = note.questions.find((one) => !asked.has(plain(one)) && talkOf(one) === null)
    const leading = question === undefined ? note.title : asQuestion(question, known.names, language)
    if (leading.length <= longestQuestion && !asked.has(plain(leading))) found.add(leading)
    if (found.size === mostQuestions) break
  }
  return [...found]
}

const plain = (text: string) => plainWords(text).join(' ')

/** What asks without a question mark: "tell me about your life". */
const imperative = /^(?:tell|explain|describe|show|me |cont[ae]|fal[ae]|expli(?:ca|que)|descreva|mostre)/i

/** A question as it is written on a button: it is stored as people type it. */
function asQuestion(question: string, names: ReadonlyMap<string, string>, language: Locale): string {
  const named = withNames(question, names)
  const [first = ''] = named
  const raised = first.toLocaleUpperCase(language) + named.slice(first.length)
  const written = language === 'en' ? raised.replace(/\bi\b(?=[ ’'])/g, 'I') : raised
  return /[?!.]$/.test(written) || imperative.test(written) ? written : `${written}?`
}
