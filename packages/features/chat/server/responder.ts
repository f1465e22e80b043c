import type { Db } from '@duo/db/index.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { ChatAgent, ListedAgent, Origin, Source } from '../schema.ts'

/** What an agent is told about itself and says when nothing else can be said; never sent to a browser (decision 0021). */
export interface Persona {
  id: string
  slug: string
  name: string
  description: string
  promptSeed: string
  /** Questions to begin with, which are public. */
  starters: string[]
  /** What it says when the service fails; empty for those who say what everybody says. */
  lines: string[]
}

/** A piece of an agent's knowledge. */
export interface Note {
  title: string
  text: string
  source: string
}

export interface Turn {
  role: 'user' | 'assistant'
  content: string
  /** Whether it is the help text that a person in distress got. */
  isHelp?: boolean
}

/** What is asked of whoever writes a reply. */
export interface Asked {
  agent: Persona
  language: Locale
  /** Oldest first, without the question. */
  history: readonly Turn[]
  question: string
  /** The reply's id. */
  messageId: string
}

/** Who wrote an answer. Stand-in lines and the help text are no answers. */
export type AnswerOrigin = Exclude<Origin, 'fallback' | 'help'>

export type AnswerPart =
  /** Before the text: the notes answer because no model endpoint may be asked now. */
  | { type: 'resting' }
  | { type: 'text'; text: string }
  /** The whole list each time, in the order of their numbers in the text (`[1]`). */
  | { type: 'sources'; sources: Source[] }
  /** Questions that lead on: at most three, each of at most 120 characters. */
  | { type: 'next'; questions: string[] }
  /** Once, at the end. `tokens` are those of the answer. */
  | { type: 'done'; tokens: number; origin: AnswerOrigin }

/** Writes a reply. Whoever calls stops it by the signal. */
export type Answerer = (asked: Asked, signal: AbortSignal) => AsyncIterable<AnswerPart>

/** What an agent's notes are looked through for; `language` is the page's, for a question that does not tell its own. */
export interface NotesAsked extends Pick<Asked, 'question' | 'language'> {
  agentId: string
  history: Asked['history']
  limit: number
}

/** What leads on from an answer. */
export interface LeadingOn extends Pick<Asked, 'history' | 'question' | 'language'> {
  agentId: string
  answer: string
  near: readonly Note[]
}

/** What it takes to find notes, also by meaning. */
type NotesWorld = Pick<World, 'db' | 'embeddings' | 'log' | 'budget'>

/** What the chat asks the marketplace for. */
export interface Agents {
  /** For the screens; also one who is no longer offered. Throws `not_found` when there is none. */
  card: (db: Db, asked: { id: string; language: Locale }) => Promise<ChatAgent>
  /** With whom a conversation may begin; undefined for who is no longer offered. */
  offered: (db: Db, id: string) => Promise<{ name: string } | undefined>
  /** Those of these ids that there are. */
  names: (db: Db, ids: readonly string[]) => Promise<ListedAgent[]>
  /** Also of one who is no longer offered; null when there is none. */
  persona: (db: Db, asked: { id: string; language: Locale }) => Promise<Persona | null>
  /** The language of a question, else of what was asked before; the page's where neither tells. */
  languageOf: (asked: Pick<Asked, 'question' | 'history'> & { page: Locale }) => Locale
  findNotes: (world: NotesWorld, asked: NotesAsked) => Promise<Note[]>
  /** Questions that lead on from a model's answer; `near` are notes that were found and not cited. */
  nextQuestions: (db: Db, asked: LeadingOn) => Promise<string[]>
  /** The embedded engine, for servers without a model. */
  offlineAnswer: (world: NotesWorld) => Answerer
}
