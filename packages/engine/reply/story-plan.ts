import { detectAdvice } from '../intent/advice.ts'
import type { Intent } from '../intent/intent.ts'
import { asksAboutStory, asksInMyPlace, type Story, storyIn } from '../intent/story.ts'
import type { Knowledge, Passage } from '../knowledge.ts'
import type { ReplyInput } from '../reply-input.ts'
import { type FoundPassages, findPassages } from '../search/find-passages.ts'
import { untold } from './passage-extraction.ts'
import { minShare } from './question-fit.ts'
import { emptyPlan, type Quotation, quote, type ResponsePlan, responseBase } from './response-parts.ts'

/** A question that a passage answers as well as this is about the agent, not about the visitor. */
const minOverStory = 0.55
/** Number of questions for which a story is remembered. */
const remembered = 2

/** Plans a reply to a visitor who tells of their own life: first heard, then what the agent lived that is near; else null. */
export async function planStory(
  knowledge: Knowledge,
  input: ReplyInput,
  { message, found, intent }: { message: string; found: FoundPassages; intent: Intent | null },
): Promise<ResponsePlan | null> {
  if (intent !== null && intent !== 'reason') return null
  const score = found.answers[0]?.score ?? 0
  const story = detectAdvice(message) ? null : storyIn(message)
  const before = storyBefore(input.history) ?? (story === null && asksInMyPlace(message) ? 'life' : null)
  const asks = before && asksAboutStory(message)
  const plan = { ...(await responseBase(knowledge, input, found.language)), ...emptyPlan }
  if (before && asks) {
    const near = await nearestTo(knowledge, input, before, found)
    const rest = near && restOf(near, found)
    return { ...plan, kind: asks, story: before, quotations: rest ? [rest] : [] }
  }
  if (story === null || (story === 'life' && score >= minOverStory)) return null
  const [best] = found.answers.filter(isOfLife)
  if (best && score >= minOverStory && best.share === 1)
    return { ...plan, kind: 'heard', story, quotations: [quote(best, found.dialogue)], isAnswer: true }
  // what has most words of the story is nearer to it than what all of its kind get
  const { answers } = await findPassages(knowledge, { ...input, question: message, embedder: undefined })
  const near =
    answers.filter(isOfLife).find(({ fact, share }) => fact !== null && share > minShare) ??
    (await nearestTo(knowledge, input, story, found))
  const rest = near && restOf(near, found)
  return { ...plan, kind: 'heard', story, quotations: rest ? [rest] : [] }
}

/** What the agent thinks of the machines of today is near to no story. */
const isOfLife = ({ note }: Passage) => note.key !== 'today'

function storyBefore(history: ReplyInput['history']): Story | null {
  const questions = history.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).slice(-remembered)
  return questions.map(storyIn).findLast((story) => story !== null) ?? null
}

/** The fact that the agent's authors set beside this kind of story; advice for one of no known kind, if it asks for some or goes on. */
async function nearestTo(
  knowledge: Knowledge,
  { agent, question, history }: ReplyInput,
  story: Story,
  { language, dialogue }: FoundPassages,
): Promise<Passage | undefined> {
  const agentNotes = await knowledge.getNotes({ agentId: agent.id, language })
  const wantsAdvice = story === 'life' && (asksAboutStory(question) === 'my-place' || storyBefore(history) !== null)
  const advice = wantsAdvice ? agentNotes?.passages.filter(({ note, fact }) => note.key === 'advice' && fact !== null) : []
  return (
    agentNotes?.passages.find(({ fact }) => fact?.stories?.includes(story)) ??
    advice?.find(({ fact }) => !dialogue.tells(fact?.text ?? ''))
  )
}

/** The fact, or what is left of its note if it was told. */
function restOf({ note, fact }: Passage, { dialogue }: FoundPassages): Quotation | undefined {
  if (fact && !dialogue.has(fact.text)) return { note, text: fact.text }
  const text = untold(note.text, dialogue)
  return text === '' ? undefined : { note, text }
}
