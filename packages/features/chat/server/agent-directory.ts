import type { Db } from '@duo/db/index.ts'
import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import type { ReplyInput } from '@duo/engine/reply-input.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { ReplyPart } from '../../marketplace/schema.ts'
import type { AskEvent } from '../ask-schema.ts'
import type { ChatAgent, ListedAgent, ReplyHelp, ReplyOrigin } from '../schema.ts'

/** Prompt and texts of an agent. Never send it to a browser (decision 0021). */
export interface Persona {
  id: string
  slug: string
  name: string
  description: string
  promptSeed: string
  starters: string[]
  lines: string[]
  /** Hash of the agent's texts and notes. */
  contentVersion: string
  /** Speaks for Duo itself, and is no simulation of a person. */
  isGuide?: boolean
  /** Made by a creator from documents; `documents_first` may add general knowledge. */
  isCreators?: 'only_documents' | 'documents_first'
}

export interface Note {
  title: string
  text: string
  source: string
  /** Of a passage, which the page can open. */
  id?: string
}

export interface HistoryMessage {
  role: 'user' | 'assistant'
  content: string
  /** The reply is crisis help, or the question got it. */
  isHelp?: boolean
  /** The kind of distress that a reply is about; `over` in help that ends the state. */
  help?: ReplyHelp | null
}

export interface ResponderInput extends Omit<ReplyInput, 'embedder'> {
  agent: Persona
  history: readonly HistoryMessage[]
  /** The kind of distress that the question may be about. */
  hint?: HelpKind | null
}

export type ResponseOrigin = Exclude<ReplyOrigin, 'fallback' | 'help'>

export type ResponsePart =
  | ReplyPart
  /** Sent before the text if the offline engine replies because all circuit breakers are open. */
  | { type: 'resting' }
  /** Sent before the text of a model. */
  | { type: 'model'; name: string }
  /** The text so far does not belong to the reply. */
  | { type: 'restart' }
  /** Of creators' agents only. */
  | Extract<AskEvent, { type: 'coverage' | 'unsupported' }>

export type Responder = (input: ResponderInput, signal: AbortSignal) => AsyncIterable<ResponsePart>

/** `language` is the page's, used if the question's language cannot be detected. */
export interface NotesQuery extends Pick<ResponderInput, 'question' | 'language' | 'history'> {
  agentId: string
}

/** What a model is given to answer from. */
export interface ModelNotes {
  /** In the same order for every question, so that the provider can cache them. */
  notes: readonly Note[]
  /** Places in `notes` of those that fit the question best. */
  hints: readonly number[]
}

export interface NextQuestionsInput extends Pick<ResponderInput, 'history' | 'question' | 'language'> {
  agentId: string
  answer: string
  near: readonly Note[]
}

type NotesContext = Pick<AppContext, 'db' | 'embeddings' | 'log' | 'budget'>

export interface AgentDirectory {
  /** Includes hidden agents. Throws `not_found`. */
  findAgentCard: (db: Db, input: { id: string; language: Locale }) => Promise<ChatAgent>
  /** Returns undefined for hidden agents. */
  findListedAgent: (db: Db, id: string) => Promise<{ name: string } | undefined>
  findListedAgentId: (db: Db, slug: string) => Promise<string | undefined>
  listAgentNames: (db: Db, ids: readonly string[]) => Promise<ListedAgent[]>
  findPersona: (db: Db, input: { id: string; language: Locale }) => Promise<Persona | null>
  /** Detects the language from the question, then the history; falls back to the page's. */
  detectLanguage: (input: Pick<ResponderInput, 'question' | 'history'> & { page: Locale }) => Locale
  findNotes: (context: NotesContext, input: NotesQuery) => Promise<ModelNotes>
  /** `near` are notes that were found but not cited. */
  nextQuestions: (db: Db, input: NextQuestionsInput) => Promise<string[]>
  createOfflineResponder: (context: NotesContext) => Responder
}
