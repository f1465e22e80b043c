import type { Db } from '@duo/db/index.ts'
import type { Asked } from '../../schema.ts'
import type { NoteRow } from '../notes/notes-queries.ts'
import { languageSpoken } from '../notes/notes-search.ts'
import type { Talk } from './intent-patterns.ts'
import { asTopic } from './phrasing.ts'
import { following, goOn, inShort, nothing, type Plan, related, rest, speaker, worthOffering } from './response-parts.ts'

const withoutNotes = [
  'greeting',
  'wellbeing',
  'farewell',
  'thanks',
  'really',
  'praise',
  'joke',
  'sad',
  'happy',
  'clock',
  'about',
  'topics',
  'insult',
  'love',
  'indecent',
  'hate',
] as const

/** The answer to what is no question about something: from notes only where the person asks to go on. */
export async function planTalk(db: Db, asked: Asked, talk: Talk, told: readonly NoteRow[]): Promise<Plan> {
  const { question, history } = asked
  const language = languageSpoken(question, history) ?? asked.language
  const plan = { ...(await speaker(db, asked, language)), ...nothing }
  const kind = withoutNotes.find((one) => one === talk)
  if (kind) return { ...plan, kind }
  const last = told.at(-1)
  if (talk === 'simpler' || (talk === 'wordless' && question.includes('?'))) {
    return last
      ? { ...plan, kind: 'simpler', notes: [last], passage: await inShort(db, asked, language, last) }
      : { ...plan, kind: 'topics' }
  }
  const untold = await rest(db, asked, language, told)
  if (talk === 'surprise') {
    const [any] = worthOffering(untold, asked)
    return any ? { ...plan, kind: 'notes', notes: [any] } : { ...plan, kind: 'told' }
  }
  if (talk === 'order' || talk === 'beyond') return { ...plan, kind: 'uncovered', leads: worthOffering(untold, asked) }
  if (talk === 'no') return { ...plan, kind: 'no', leads: worthOffering(untold, asked) }
  if (talk === 'nod' || talk === 'wordless') {
    const next = last ? await related(db, asked, language, told, untold) : undefined
    return { ...plan, kind: 'offer', leads: next ? [next] : worthOffering(untold, asked) }
  }
  const accepted = talk === 'reason' ? undefined : offeredNote(history, untold)
  if (accepted) return { ...plan, kind: talk === 'yes' ? 'notes' : 'more', notes: [accepted] }
  if (!last) return { ...plan, kind: 'topics' }
  if (talk === 'reason') return goOn(plan, await related(db, asked, language, told, untold), 'nearest')
  return goOn(plan, talk === 'next' ? following(told, untold) : await related(db, asked, language, told, untold))
}

/** The note whose title the last reply offered. */
function offeredNote(history: Asked['history'], untold: readonly NoteRow[]) {
  const last = history.findLast(({ role }) => role === 'assistant')?.content ?? ''
  return untold.find(({ title }) => last.includes(`“${asTopic(title)}”`))
}
