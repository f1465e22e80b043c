import type { Db } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { ChatAgent, ListedAgent, ReplyOrigin, Source } from '../schema.ts'

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

export interface HistoryMessage {
  role: 'user' | 'assistant'
  content: string
  /** Whether it is the help text that a person in distress got. */
  isHelp?: boolean
}

/** What is asked of whoever writes a reply. */
export interface ResponderInput {
  agent: Persona
  language: Locale
  /** Oldest first, without the question. */
  history: readonly HistoryMessage[]
  question: string
  /** The reply's id. */
  messageId: string
}

/** Who wrote an answer. Stand-in lines and the help text are no answers. */
export type ResponseOrigin = Exclude<ReplyOrigin, 'fallback' | 'help'>

export type ResponsePart =
  /** Before the text: the notes answer because no model endpoint may be asked now. */
  | { type: 'resting' }
  | { type: 'text'; text: string }
  /** The whole list each time, in the order of their numbers in the text (`[1]`). */
  | { type: 'sources'; sources: Source[] }
  /** Questions that lead on: at most three, each of at most 120 characters. */
  | { type: 'next'; questions: string[] }
  /** Once, at the end. `tokens` are those of the answer. */
  | { type: 'done'; tokens: number; origin: ResponseOrigin }

/** Writes a reply. Whoever calls stops it by the signal. */
export type Responder = (input: ResponderInput, signal: AbortSignal) => AsyncIterable<ResponsePart>

/** What an agent's notes are looked through for; `language` is the page's, for a question that does not tell its own. */
export interface NotesQuery extends Pick<ResponderInput, 'question' | 'language'> {
  agentId: string
  history: ResponderInput['history']
  limit: number
}

/** What leads on from an answer. */
export interface NextQuestionsInput extends Pick<ResponderInput, 'history' | 'question' | 'language'> {
  agentId: string
  answer: string
  near: readonly Note[]
}

/** What it takes to find notes, also by meaning. */
type NotesContext = Pick<AppContext, 'db' | 'embeddings' | 'log' | 'budget'>

/** What the chat asks the marketplace for. */
export interface AgentDirectory {
  /** For the screens; also one who is no longer offered. Throws `not_found` when there is none. */
  findAgentCard: (db: Db, input: { id: string; language: Locale }) => Promise<ChatAgent>
  /** With whom a conversation may begin; undefined for who is no longer offered. */
  findListedAgent: (db: Db, id: string) => Promise<{ name: string } | undefined>
  /** Those of these ids that there are. */
  listAgentNames: (db: Db, ids: readonly string[]) => Promise<ListedAgent[]>
  /** Also of one who is no longer offered; null when there is none. */
  findPersona: (db: Db, input: { id: string; language: Locale }) => Promise<Persona | null>
  /** The language of a question, else of what was asked before; the page's where neither tells. */
  detectLanguage: (input: Pick<ResponderInput, 'question' | 'history'> & { page: Locale }) => Locale
  findNotes: (context: NotesContext, input: NotesQuery) => Promise<Note[]>
  /** Questions that lead on from a model's answer; `near` are notes that were found and not cited. */
  nextQuestions: (db: Db, input: NextQuestionsInput) => Promise<string[]>
  /** The embedded engine, for servers without a model. */
  createOfflineResponder: (context: NotesContext) => Responder
}
