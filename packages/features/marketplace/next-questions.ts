import type { Lookups } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/search-words.ts'
import { notesOf, repliesIn, toldNotes } from './notes-service.ts'
import type { Asked } from './schema.ts'

/** How many questions lead on from an answer, and how long one may be. */
const mostQuestions = 3
const longestQuestion = 120

/** Nobody wants to be offered these out of the blue. */
export const grave = /death|illness|last-years|slavery|sold|guilty|mortality|suicide/

export interface LeadingOn {
  agentId: string
  language: Locale
  history: Asked['history']
  question: string
  /** What the answer says; notes that stand in it, or in what was said before, lead nowhere. */
  answer: string
  /** Keys of the notes it rests on, where that is known, and of those that come near though they were not told. */
  told?: readonly string[]
  near?: readonly string[]
}

/**
 * The questions that lead on from an answer, the engine's or a model's: what the notes nearest to it answer that were not told yet, three
 * at most.
 */
export async function nextQuestions(
  db: Lookups,
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
  const order = [...near, ...known.index.near(about.length > 0 ? about : told.slice(-1))]
  const asked = new Set([question, ...history.flatMap(({ role, content }) => (role === 'user' ? [content] : []))].map(plain))
  const found = new Set<string>()
  for (const key of order) {
    const note = known.notes.find((one) => one.key === key)
    if (!note || told.includes(key) || cited.includes(key) || grave.test(key)) continue
    const leading = asQuestion(note.questions.find((one) => !asked.has(plain(one))) ?? note.title, language, note.title)
    if (leading.length <= longestQuestion && !asked.has(plain(leading))) found.add(leading)
    if (found.size === mostQuestions) break
  }
  return [...found]
}

const plain = (text: string) => plainWords(text).join(' ')

/** A question as it is written on a button; a title stays as it is. */
function asQuestion(text: string, language: Locale, title: string): string {
  if (text === title) return text
  const [first = ''] = text
  const raised = first.toLocaleUpperCase(language) + text.slice(first.length)
  const written = language === 'en' ? raised.replace(/\bi\b(?=[ ’'])/g, 'I') : raised
  return /[?!.]$/.test(written) ? written : `${written}?`
}
