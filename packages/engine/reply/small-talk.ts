import type { Intent } from '../intent/intent.ts'
import type { Knowledge, NoteRow } from '../knowledge.ts'
import { detectLanguage } from '../notes/notes-search.ts'
import type { ReplyInput } from '../reply-input.ts'
import { quoteTopic } from './phrasing.ts'
import {
  continuePlan,
  emptyPlan,
  findRelatedNote,
  listUnusedNotes,
  nextNote,
  type ResponsePlan,
  responseBase,
  suggestTopics,
  summarizeNote,
} from './response-parts.ts'

const intentsWithoutNotes = [
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

/** Plans replies to small talk. Uses notes only if the user asks to continue. */
export async function planSmallTalk(
  knowledge: Knowledge,
  input: ReplyInput,
  intent: Intent,
  quotedNotes: readonly NoteRow[],
): Promise<ResponsePlan> {
  const { question, history } = input
  const language = detectLanguage(question, history) ?? input.language
  const plan = { ...(await responseBase(knowledge, input, language)), ...emptyPlan }
  const kind = intentsWithoutNotes.find((one) => one === intent)
  if (kind) return { ...plan, kind }
  const last = quotedNotes.at(-1)
  if (intent === 'simpler' || (intent === 'wordless' && question.includes('?'))) {
    return last
      ? { ...plan, kind: 'simpler', notes: [last], passage: await summarizeNote(knowledge, input, language, last) }
      : { ...plan, kind: 'topics' }
  }
  const unusedNotes = await listUnusedNotes(knowledge, input, language, quotedNotes)
  if (intent === 'surprise') {
    const [any] = suggestTopics(unusedNotes, input)
    return any ? { ...plan, kind: 'notes', notes: [any] } : { ...plan, kind: 'told' }
  }
  if (intent === 'prompt_injection' || intent === 'out_of_scope')
    return { ...plan, kind: 'uncovered', suggestions: suggestTopics(unusedNotes, input) }
  if (intent === 'no') return { ...plan, kind: 'no', suggestions: suggestTopics(unusedNotes, input) }
  if (intent === 'acknowledgement' || intent === 'wordless') {
    const next = last ? await findRelatedNote(knowledge, input, language, quotedNotes, unusedNotes) : undefined
    return { ...plan, kind: 'offer', suggestions: next ? [next] : suggestTopics(unusedNotes, input) }
  }
  const offered = intent === 'reason' ? undefined : findOfferedNote(history, unusedNotes)
  if (offered) return { ...plan, kind: intent === 'yes' ? 'notes' : 'more', notes: [offered] }
  if (!last) return { ...plan, kind: 'topics' }
  if (intent === 'reason')
    return continuePlan(plan, await findRelatedNote(knowledge, input, language, quotedNotes, unusedNotes), 'nearest')
  return continuePlan(
    plan,
    intent === 'next'
      ? nextNote(quotedNotes, unusedNotes)
      : await findRelatedNote(knowledge, input, language, quotedNotes, unusedNotes),
  )
}

function findOfferedNote(history: ReplyInput['history'], unusedNotes: readonly NoteRow[]) {
  const last = history.findLast(({ role }) => role === 'assistant')?.content ?? ''
  return unusedNotes.find(({ title }) => last.includes(`“${quoteTopic(title)}”`))
}
