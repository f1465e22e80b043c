import { detectAdvice } from '../intent/advice.ts'
import type { Intent } from '../intent/intent.ts'
import { type Story, storiesQuery, storyIn, storyKeys } from '../intent/story.ts'
import type { Knowledge, Note } from '../knowledge.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import type { ReplyInput } from '../reply-input.ts'
import type { FoundPassages } from '../search/find-passages.ts'
import { extractGist } from './passage-extraction.ts'
import { type ResponsePlan, responseBase, suggestTopics, unusedNotes } from './response-parts.ts'

/** A question that a passage answers as well as this is about the agent, not about the visitor. */
const minOverStory = 0.55
/** Minimum scores of what the agent lived: near the visitor's words, and near this kind of story. */
const minLikeQuestion = 0.32
const minLikeStory = 0.4
const adviceKey = /^advice/
const needsNoAdvice: readonly Story[] = ['grief', 'illness', 'afraid']

/** Plans a reply to a visitor who tells of their own life: first heard, then what the agent lived that is near; else null. */
export async function planStory(
  knowledge: Knowledge,
  input: ReplyInput,
  { message, found, intent }: { message: string; found: FoundPassages; intent: Intent | null },
): Promise<ResponsePlan | null> {
  const story = intent === null && !detectAdvice(message) ? storyIn(message) : null
  if (story === null || (found.answers[0]?.score ?? 0) >= minOverStory) return null
  const { language } = found
  const plan = await responseBase(knowledge, input, language)
  const note = await nearestToStory(knowledge, input, story, found)
  return {
    ...plan,
    kind: 'heard',
    story,
    quotations: note ? [{ note, text: extractGist(note, language) }] : [],
    suggestions: note ? [] : suggestTopics(await unusedNotes(knowledge, input, language, found.dialogue), input),
  }
}

/** The passage that is like the question, or else the note for this kind of story, or else the one with advice. */
async function nearestToStory(
  knowledge: Knowledge,
  { agent, question }: ReplyInput,
  story: Story,
  { language, dialogue }: FoundPassages,
): Promise<Note | undefined> {
  const agentNotes = await knowledge.getNotes({ agentId: agent.id, language })
  if (!agentNotes) return undefined
  const { notes, passages, index } = agentNotes
  const fresh = notes.filter(({ key, text }) => !dialogue.has(text) && (story === 'grief' || !sensitiveTopics.test(key)))
  const best = (message: string, least: number) => {
    const scores = index.score(message)
    const ranked = passages
      .map(({ note }, place) => ({ note, score: scores[place] ?? 0 }))
      .filter(({ note }) => fresh.includes(note))
    const [first] = ranked.toSorted((one, other) => other.score - one.score)
    return first && first.score >= least ? first.note : undefined
  }
  const suits = storyKeys(story)
  return (
    best(question, minLikeQuestion) ??
    (suits ? fresh.find(({ key }) => suits.test(key)) : best(storiesQuery(story, language), minLikeStory)) ??
    (needsNoAdvice.includes(story) ? undefined : fresh.find(({ key }) => adviceKey.test(key)))
  )
}
