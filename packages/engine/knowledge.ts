import type { Locale } from '@duo/platform/shared/locale.ts'
import type { SearchIndex } from './search/search-index.ts'

/** What the engine asks about agents. The marketplace answers from its tables, so that the engine knows no database. */
export interface Knowledge {
  findVoice: (of: AgentLanguage) => Promise<AgentText | undefined>
  getNotes: (of: AgentLanguage) => Promise<AgentNotes | undefined>
  /** Returns the notes' vectors of one model; empty until they are computed. */
  listVectors: (of: AgentLanguage & { model: string }) => Promise<readonly NoteVector[]>
  /** Returns the agents that are listed in the marketplace. */
  listAgents: (language: Locale) => Promise<readonly CalledAgent[]>
}

export interface AgentLanguage {
  agentId: string
  language: Locale
}

export interface AgentText {
  name: string
  voice: AgentVoice
  starters: string[]
  /** All words of the notes without accents, to correct misspelt questions. */
  vocabulary: string[]
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

export interface NoteRow {
  key: string
  place: number
  title: string
  text: string
  /** Work, letter or biography that the note is based on. */
  source: string
}

/** A short reply to one question. */
export interface Fact {
  text: string
  /** Wordings that ask for it, whatever was said before. */
  asks: string[]
  /** Wordings that ask for it right after its note was told: "why not?", "and then?" */
  followUps: string[]
  /** The same right after other notes, by their keys: "how long did it take?" */
  after?: Record<string, string[]> | undefined
  /** Kinds of a visitor's own story that this is near to. */
  stories?: string[] | undefined
}

export interface Note extends NoteRow {
  terms: string[]
  questions: string[]
  facts: Fact[]
}

/** What one question is answered with: a whole note, or a fact of it. */
export interface Passage {
  note: Note
  fact: Fact | null
}

export interface AgentNotes {
  notes: Note[]
  passages: Passage[]
  /** Scores the passages, in their order, by the wordings that ask for them. */
  index: SearchIndex
  /** Scores the passages by the wordings that ask for them right after a note. */
  followUps: (message: string, after: string) => Float32Array
  /** Returns the share of a message’s words that each passage has; null if the message has no word of its own. */
  covers: (message: string) => Float32Array | null
  /** Returns the keys of the other notes, the most related first. */
  near: (keys: readonly string[]) => string[]
  /** By their lower-case form. */
  names: ReadonlyMap<string, string>
}

export interface NoteVector {
  key: string
  vector: Float32Array
  /** Cosine with the note's own questions. */
  own: number
}

export interface NamedAgent {
  id: string
  name: string
  lived: string
  address: string
}

/** An agent with the names by which a message may call it. */
export interface CalledAgent extends NamedAgent {
  called: string[]
  last: string | null
}
