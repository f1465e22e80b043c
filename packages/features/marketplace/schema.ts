import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { type AgentCategory, agentSlugPattern, maxAgentSlugLength } from './rules.ts'

const language = z.enum(locales, 'invalid_language')

export const agentsInput = z.object({ language })

export const agentInput = z.object({
  slug: z.string('invalid_slug').max(maxAgentSlugLength, 'invalid_slug').regex(agentSlugPattern, 'invalid_slug'),
  language,
})
export type AgentInput = z.infer<typeof agentInput>

export interface AgentPicture {
  /** The size for browsers that choose none. */
  src: string
  width: number
  height: number
  /** What it shows; empty where nobody said. */
  alt: string
  /** For the other sizes and formats: `agentImagePath` in rules.ts. */
  base: string
}

/** Somebody one can talk with, in the language asked for. What they are told to be and what they know stays on the server. */
export interface Agent {
  id: string
  slug: string
  name: string
  description: string
  voice_description: string
  /** ISO 8601. */
  created_at: string
  category: AgentCategory
  /** The deep and the bright voice, `#rrggbb`. */
  colors: [string, string]
  /** When and where: `1815–1852, London`. */
  lived: string
  /** Fields, professions and other words by which they are found, in every language. */
  keywords: string[]
  picture: AgentPicture | null
}

export interface AgentsAnswer {
  /** Oldest first. */
  agents: Agent[]
}

export interface AgentDetail extends Agent {
  /** Four questions to begin with. */
  starters: string[]
}

/** A piece of an agent's knowledge, as it is found for a question. */
export interface FoundNote {
  key: string
  title: string
  text: string
  /** The work, letter or biography it rests on. */
  source: string
  /** Its place among the agent's notes, from 0. */
  place: number
  /** How well it fits, more is better; comparable within one question. */
  score: number
  /** How much of the question is in it, 0 to 1. */
  coverage: number
  /** How near a question that it is known to answer, 0 to 1. */
  question: number
  /** Whether it is about the question, not only mentions a word of it. */
  isConfident: boolean
}

/** What a reply rests on. */
export interface AnswerSource {
  title: string
  source: string
}

/** Compares one message's questions with notes by meaning, where an endpoint makes embeddings. */
export interface Meaning {
  /** The embedding of a question, of length 1; null where there is none in time. Never throws for the endpoint's sake. */
  vectorOf: (question: string) => Promise<{ model: string; vector: Float32Array } | null>
  /** Reports that a question's vector cannot be compared with those of the notes. */
  onIncomparable: () => void
}

/** What somebody wants an agent to answer. */
export interface ResponderInput {
  agent: { id: string }
  /** The page's; an answer is in the language of the question where that can be told. */
  language: Locale
  /** What was said before the question, oldest first. */
  history: readonly { role: 'user' | 'assistant'; content: string }[]
  question: string
  /** The reply's id: the same id is answered in the same words. */
  messageId: string
  /** Undefined where notes are found by their words alone. */
  meaning?: Meaning | undefined
}

export type ResponsePart =
  | { type: 'text'; text: string }
  | { type: 'sources'; sources: AnswerSource[] }
  /** Questions that lead on: at most three, each of at most 120 characters. */
  | { type: 'next'; questions: string[] }
  | { type: 'done'; tokens: number; origin: 'model' | 'offline' }

/** Answers as it goes; throws the signal's reason as soon as it is told to stop. */
export type Responder = (input: ResponderInput, signal: AbortSignal) => AsyncIterable<ResponsePart>
