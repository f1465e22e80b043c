import { detectAdvice } from '../intent/advice.ts'
import type { Intent } from '../intent/intent.ts'
import { type Story, storiesQuery, storyIn } from '../intent/story.ts'
import type { Knowledge } from '../knowledge.ts'
import { sensitiveTopics } from '../notes/next-questions.ts'
import type { ReplyInput } from '../reply-input.ts'
import type { FoundPassages } from '../search/find-passages.ts'
import { extractGist } from './passage-extraction.ts'
import { type ResponsePlan, responseBase } from './response-parts.ts'

/** A question that a passage answers as well as this is about the agent, not about the visitor. */
const minOverStory = 0.55
/** Minimum score of what the agent lived that is near the visitor's story. */
const minLikeStory = 0.12

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
  const passage = await nearestToStory(knowledge, input, story, found)
  return {
    ...plan,
    kind: 'heard',
    story,
    quotations: passage ? [{ note: passage.note, text: extractGist(passage.note, language) }] : [],
    suggestions: [],
  }
}

async function nearestToStory(
  knowledge: Knowledge,
  { agent, question }: ReplyInput,
  story: Story,
  { language, dialogue }: FoundPassages,
) {
  const agentNotes = await knowledge.getNotes({ agentId: agent.id, language })
  if (!agentNotes) return undefined
  const scores = agentNotes.index.score(storiesQuery(story, language))
  const byQuestion = agentNotes.index.score(question)
  const ranked = agentNotes.passages
    .map((passage, place) => ({ ...passage, score: (scores[place] ?? 0) + (byQuestion[place] ?? 0) / 2 }))
    .toSorted((one, other) => other.score - one.score)
  const isFit = story === 'grief' ? () => true : (key: string) => !sensitiveTopics.test(key)
  return ranked.find(
    ({ note, fact, score }) => score >= minLikeStory && isFit(note.key) && !dialogue.has(fact?.text ?? note.text),
  )
}
