import type { ReplySource } from '@duo/engine/reply-input.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import { type AgentCategory, agentSlugPattern, maxAgentSlugLength, maxSearchLength } from './rules.ts'

const language = z.enum(locales, 'invalid_language')

export const agentsInput = z.object({
  language,
  /** Also returns who speaks of it in their notes. */
  theme: z.string().trim().max(maxSearchLength).optional(),
})
export type AgentsInput = z.infer<typeof agentsInput>

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

export interface AgentTheme {
  slug: string
  /** Title of the note that speaks of it. */
  title: string
}

export interface AgentsResult {
  agents: Agent[]
  /** Best first; empty without a theme. */
  themes: AgentTheme[]
}

export interface AgentDetail extends Agent {
  starters: string[]
}

export type ReplyPart =
  | { type: 'text'; text: string }
  /** The whole list each time, ordered by their numbers in the text (`[1]`). */
  | { type: 'sources'; sources: ReplySource[] }
  | { type: 'next'; questions: string[] }
  /** Sent once, at the end. `tokens` counts the answer only. */
  | { type: 'done'; tokens: number; origin: 'model' | 'offline' }
