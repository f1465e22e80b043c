import type { Locale } from '@duo/platform/shared/locale.ts'

/** What the engine asks about agents. The marketplace answers from its tables, so that the engine knows no database. */
export interface Knowledge {
  findVoice: (of: AgentLanguage) => Promise<AgentText | undefined>
  getNotes: (of: AgentLanguage) => Promise<AgentNotes | undefined>
  /** Returns which notes match which words. */
  findHits: (of: AgentLanguage & { queryWords: readonly QueryWord[] }) => Promise<Hit[]>
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

export interface Note extends NoteRow {
  terms: string[]
  questions: string[]
}

export interface QuestionIndex {
  /** Returns the similarity of each note's nearest question by note key: 1 for a paraphrase; below 0.3 is omitted. */
  match: (words: readonly string[]) => ReadonlyMap<string, number>
  near: (keys: readonly string[]) => string[]
}

export interface AgentNotes {
  notes: Note[]
  index: QuestionIndex
  /** By their lower-case form. */
  names: ReadonlyMap<string, string>
}

export interface QueryWord {
  word: string
  kin: readonly string[]
  weight: number
}

export interface Hit {
  word: number
  counts: boolean
  key: string | null
  exact: boolean
  /** 1 in title or terms; less in the text alone or for a synonym. */
  strength: number
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
