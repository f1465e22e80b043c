import type { ColumnType, Generated, Selectable } from 'kysely'
import type { CreatedAt } from './columns.ts'

declare module './index.ts' {
  interface Database {
    marketplace_agent: MarketplaceAgentTable
    marketplace_agent_text: MarketplaceAgentTextTable
    marketplace_content_version: MarketplaceContentVersionTable
    marketplace_note: MarketplaceNoteTable
    marketplace_note_vector: MarketplaceNoteVectorTable
  }
}

/** An agent, written by the seed only. Ordered by `created_at`, `id`. */
export interface MarketplaceAgentTable {
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

export interface MarketplaceAgentTextTable {
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

export interface MarketplaceNoteTable {
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
  source: string
  /** tsvector of title, terms and text, weighted in this order; used in SQL only. */
  words: ColumnType<string, string, string>
}

/** A note's embedding by one model. Notes without one are found by words only. */
export interface MarketplaceNoteVectorTable {
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

export interface MarketplaceContentVersionTable {
  one: Generated<boolean>
  version: Generated<number>
  fingerprint: string | null
  /** False after an operator seeded another folder, which a start must not overwrite. */
  bundled: Generated<boolean>
  updated_at: Generated<Date>
}

export type MarketplaceAgentText = Selectable<MarketplaceAgentTextTable>
