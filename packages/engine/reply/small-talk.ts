import { listReplies } from '../dialogue/dialogue-state.ts'
import type { Intent } from '../intent/intent.ts'
import type { Knowledge, Note } from '../knowledge.ts'
import { splitSentences } from '../language/sentences.ts'
import type { ReplyInput } from '../reply-input.ts'
import { answerKind, sentenceOfKind } from '../search/answer-kind.ts'
import type { FoundPassages } from '../search/find-passages.ts'
import { restOf } from './passage-extraction.ts'
import { quoteTopic } from './phrasing.ts'
import {
  continuePlan,
  emptyPlan,
  nextNote,
  offers,
  type ResponsePlan,
  relatedNote,
  responseBase,
  suggestTopics,
  unusedNotes,
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
  found: FoundPassages,
): Promise<ResponsePlan> {
  const { language, dialogue } = found
  const { question, history } = input
  const plan = { ...(await responseBase(knowledge, input, language)), ...emptyPlan }
  const kind = intentsWithoutNotes.find((one) => one === intent)
  if (kind) return { ...plan, kind }
  const { last } = dialogue
  if (intent === 'simpler' || intent === 'shorter' || (intent === 'wordless' && question.includes('?'))) {
    const text = last && (intent === 'shorter' ? inOneSentence(last) : inShort(last))
    return last && text ? { ...plan, kind: 'simpler', quotations: [{ note: last, text }] } : { ...plan, kind: 'topics' }
  }
  const unused = await unusedNotes(knowledge, input, language, dialogue)
  if (intent === 'surprise') {
    const [any] = suggestTopics(unused, input)
    return any ? { ...plan, kind: 'notes', quotations: [{ note: any, text: any.text }] } : { ...plan, kind: 'exhausted' }
  }
  if (intent === 'prompt_injection' || intent === 'out_of_scope')
    return { ...plan, kind: 'uncovered', suggestions: suggestTopics(unused, input) }
  if (intent === 'no') return { ...plan, kind: 'no', suggestions: suggestTopics(unused, input) }
  const related = last ? await relatedNote(knowledge, input, language, dialogue) : undefined
  if (intent === 'acknowledgement' || intent === 'wordless')
    return { ...plan, kind: 'offer', suggestions: related ? [related] : suggestTopics(unused, input) }
  const offered = intent === 'reason' ? undefined : findOfferedNote(history, unused)
  if (offered) return { ...plan, kind: intent === 'yes' ? 'notes' : 'more', quotations: [{ note: offered, text: offered.text }] }
  if (!last && intent === 'reason' && history.at(-1)?.role === 'assistant')
    return { ...plan, kind: 'uncovered', suggestions: await offers(knowledge, input, found) }
  if (!last) return { ...plan, kind: 'topics' }
  const listed = answerKind(question, language) === '?which' ? sentenceOfKind(last.text, '?which') : null
  if (listed !== null && !dialogue.singled(listed))
    return { ...plan, kind: 'passage', quotations: [{ note: last, text: listed }] }
  // who heard only a fact of a note gets the rest of it first
  const rest = restOf(last.text, dialogue)
  if (rest !== '') return { ...plan, kind: 'more', quotations: [{ note: last, text: rest }] }
  // another note is no reply to “why?” and “how many?”
  const isQuestion = intent === 'reason' || answerKind(question, language) !== null
  if (isQuestion) return { ...plan, kind: 'all', topic: last.title, suggestions: related ? [related] : [] }
  // after a whole note, its main thing is clearer than another note
  if (/\bexpl[ai]/i.test(question)) return { ...plan, kind: 'simpler', quotations: [{ note: last, text: inShort(last) }] }
  return continuePlan(plan, intent === 'next' ? nextNote(dialogue, unused) : related)
}

/** The first fact of a note, which is about its main thing, or its first sentence. */
const inShort = ({ text, facts }: Note) => facts[0]?.text ?? splitSentences(text).slice(0, 2).join(' ')
const inOneSentence = ({ text, facts }: Note) => splitSentences(facts[0]?.text ?? text)[0]

function findOfferedNote(history: ReplyInput['history'], unused: readonly Note[]) {
  const last = listReplies(history).at(-1) ?? ''
  return unused.find(({ title }) => last.includes(`“${quoteTopic(title)}”`))
}
