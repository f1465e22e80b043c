import type { ColumnType, Generated, Selectable } from 'kysely'
import type { CreatedAt } from './columns.ts'

export interface MarketplaceTables {
  marketplace_agent: MarketplaceAgentTable
  marketplace_agent_text: MarketplaceAgentTextTable
  marketplace_edition: MarketplaceEditionTable
  marketplace_note: MarketplaceNoteTable
  marketplace_note_vector: MarketplaceNoteVectorTable
}

/** Somebody one can talk with. Written by the seed only; in the order of `created_at` and then `id`. */
export interface MarketplaceAgentTable {
  /** UUIDv7. */
  id: string
  slug: string
  name: string
  category: string
  /** The deep and the bright voice, `#rrggbb`. */
  colors: [string, string]
  hash: string
  /** No longer offered; kept because there are conversations with them. */
  hidden_at: Generated<Date | null>
  created_at: CreatedAt
}

/** Phrases in which the embedded engine speaks for an agent, in the agent's own voice. */
export interface AgentVoice {
  greeting: string[]
  openings: string[]
  bridges: string[]
  closings: string[]
  /** With `{topic}` in them. */
  notCovered: string[]
  thanks: string[]
  farewells?: string[] | undefined
  /** For people who ask for one. */
  jokes?: string[] | undefined
  /** In return for praise. */
  praised?: string[] | undefined
  aboutMe: string
}

/** What is said of an agent, and by them, in one language. */
export interface MarketplaceAgentTextTable {
  agent_id: string
  language: 'en' | 'pt'
  lived: string
  description: string
  /** Fields, professions and other words by which people look for the agent. */
  keywords: Generated<string[]>
  voice_description: string
  /** Instructions for the model; never leaves the server. */
  prompt_seed: string
  starters: string[]
  voice: ColumnType<AgentVoice, string, string>
  /** For when the service fails; empty where the generic ones serve. */
  lines: string[]
  /** What the picture shows; empty when nobody said. */
  figure: string
  /** Every word of the notes without accents, for misspelt questions. */
  vocabulary: string[]
}

/** A piece of an agent's knowledge in one language. */
export interface MarketplaceNoteTable {
  agent_id: string
  language: 'en' | 'pt'
  /** The same in both languages. */
  key: string
  /** Its place among the agent's notes, from 0. */
  place: number
  title: string
  text: string
  terms: string[]
  /** Questions that it answers, as people type them. */
  questions: Generated<string[]>
  source: string
  /** Of title, terms and text, weighted in that order; computed and matched in SQL. */
  words: ColumnType<string, string, string>
}

/** The embedding of a note by one model; notes without one are found by their words alone. */
export interface MarketplaceNoteVectorTable {
  agent_id: string
  language: 'en' | 'pt'
  key: string
  /** `AI_EMBEDDING_MODEL`. */
  model: string
  /** Of the text that was embedded: a note that changed has another one. */
  hash: string
  /** 32-bit floats, little-endian, of length 1 together. */
  vector: Buffer
  /** The mean cosine between the note and the questions that it answers. */
  own: number
  created_at: CreatedAt
}

/** One row: what was seeded last. */
export interface MarketplaceEditionTable {
  one: Generated<boolean>
  /** Grows with every change of an agent. */
  version: Generated<number>
  fingerprint: string | null
  /** False once somebody seeded a folder of their own, which a start must not undo. */
  house: Generated<boolean>
  updated_at: Generated<Date>
}

export type MarketplaceAgentText = Selectable<MarketplaceAgentTextTable>
