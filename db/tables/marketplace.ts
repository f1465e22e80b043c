import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ContentVersionRow, CreatedAt } from './columns.ts'
import type { Database } from './index.ts'

declare module './index.ts' {
  interface Database {
    /** An agent, written by the seed only. Ordered by `created_at`, `id`. */
    marketplace_agent: {
      id: string
      slug: string
      name: string
      category: string
      colors: [string, string]
      hash: string
      /** Set when no longer offered; the row stays because of its conversations. */
      hidden_at: Generated<Date | null>
      created_at: CreatedAt
    }

    marketplace_agent_text: {
      agent_id: string
      language: 'en' | 'pt'
      lived: string
      description: string
      keywords: Generated<string[]>
      voice_description: string
      /** System prompt; never leaves the server. */
      prompt_seed: string
      starters: string[]
      voice: ColumnType<AgentVoice, string, string>
      /** Messages for service failures; empty for the generic ones. */
      lines: string[]
      /** Alternative text of the picture; empty if unknown. */
      figure: string
      /** All words of the notes without accents, to correct misspelt questions. */
      vocabulary: string[]
    }

    marketplace_note: {
      agent_id: string
      language: 'en' | 'pt'
      /** The same in both languages. */
      key: string
      /** Order among the agent's notes, from 0. */
      place: number
      title: string
      text: string
      terms: string[]
      questions: Generated<string[]>
      /** Short replies to one question each. */
      facts: ColumnType<NoteFact[], string | undefined, string>
      source: string
      /** tsvector of title, terms and text, weighted in this order; used in SQL only. */
      words: ColumnType<string, string, string>
    }

    /** A note's embedding by one model. Notes without one are found by words only. */
    marketplace_note_vector: {
      agent_id: string
      language: 'en' | 'pt'
      key: string
      model: string
      hash: string
      /** 32-bit floats, little-endian, normalized to length 1. */
      vector: Buffer
      /** Mean cosine similarity between the note and its questions. */
      own: number
      created_at: CreatedAt
    }

    marketplace_content_version: ContentVersionRow
  }
}

export interface NoteFact {
  text: string
  asks: string[]
  followUps: string[]
  after?: Record<string, string[]> | undefined
  stories?: string[] | undefined
}

export interface AgentVoice {
  greeting: string[]
  openings: string[]
  bridges: string[]
  closings: string[]
  notCovered: string[]
  thanks: string[]
  farewells?: string[] | undefined
  jokes?: string[] | undefined
  praised?: string[] | undefined
  aboutMe: string
}

export type MarketplaceAgentText = Selectable<Database['marketplace_agent_text']>
