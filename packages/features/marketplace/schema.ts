import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { type AgentCategory, agentSlugPattern, maxAgentSlugLength } from './rules.ts'

const language = z.enum(locales, 'invalid_language')

export const agentsInput = z.object({ language })

/** The fields of the form that starts a conversation from a document. */
export const startForm = z.object({ agent: z.string(), start: z.string() })

export const agentInput = z.object({
  slug: z.string('invalid_slug').max(maxAgentSlugLength, 'invalid_slug').regex(agentSlugPattern, 'invalid_slug'),
  language,
})
export type AgentInput = z.infer<typeof agentInput>

export interface AgentPicture {
  src: string
  width: number
  height: number
  alt: string
  /** Base path of the other sizes and formats (`agentImagePath` in rules.ts). */
  base: string
}

/** The public part of an agent, in one language. Prompt and notes stay on the server. */
export interface Agent {
  id: string
  slug: string
  name: string
  description: string
  voice_description: string
  created_at: string
  category: AgentCategory
  colors: [string, string]
  /** Years and place: `1815–1852, London`. */
  lived: string
  keywords: string[]
  picture: AgentPicture | null
}

export interface AgentsAnswer {
  agents: Agent[]
}

export interface AgentDetail extends Agent {
  starters: string[]
}

export interface FoundNote {
  key: string
  title: string
  text: string
  /** Work, letter or biography that the note is based on. */
  source: string
  place: number
  /** Higher is better; comparable within one question only. */
  score: number
  /** Share of the question that the note covers, 0 to 1. */
  coverage: number
  /** Similarity to the nearest question that the note answers, 0 to 1. */
  question: number
  /** Whether the note is about the question, rather than just mentioning a word of it. */
  isConfident: boolean
}

export interface AnswerSource {
  title: string
  source: string
}

export interface QuestionEmbedder {
  /** Returns a unit vector, or null on a failure or time-out. Never throws because of the endpoint. */
  vectorOf: (question: string) => Promise<{ model: string; vector: Float32Array } | null>
  /** Call it when the vectors of question and notes differ in length. */
  onIncomparable: () => void
}

export interface AnswerInput {
  agent: { id: string }
  /** Locale of the page; the reply uses the question's language if it can be detected. */
  language: Locale
  history: readonly { role: 'user' | 'assistant'; content: string }[]
  question: string
  /** Seeds the choice of phrases: the same id gives the same words. */
  messageId: string
  embedder?: QuestionEmbedder | undefined
}

export type AnswerPart =
  | { type: 'text'; text: string }
  /** The whole list each time, ordered by their numbers in the text (`[1]`). */
  | { type: 'sources'; sources: AnswerSource[] }
  | { type: 'next'; questions: string[] }
  /** Sent once, at the end. `tokens` counts the answer only. */
  | { type: 'done'; tokens: number; origin: 'model' | 'offline' }
