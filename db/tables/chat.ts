import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

export interface ChatTables {
  chat_chunk: ChatChunkTable
  chat_conversation: ChatConversationTable
  chat_feedback: ChatFeedbackTable
  chat_message: ChatMessageTable
  chat_process: ChatProcessTable
  chat_run: ChatRunTable
  chat_share: ChatShareTable
  chat_spending: ChatSpendingTable
}

/** A person's conversation with an agent. */
export interface ChatConversationTable {
  /** UUIDv7. */
  id: string
  user_id: string
  agent_id: string
  title: string
  /** The seq of its last message; grows with every message, also those put away later. */
  last_seq: Generated<number>
  /** How its last message begins. */
  last: Generated<string>
  /** Grows with every edit and every choice of a version: each time other messages are shown. */
  path: Generated<number>
  created_at: CreatedAt
  /** When somebody last wrote in it. */
  updated_at: Generated<Date>
  /** Since when it counts as removed. */
  removed_at: Generated<Date | null>
}

/** A message. While a reply is written its text is in chat_chunk. */
export interface ChatMessageTable {
  /** UUIDv7. */
  id: string
  conversation_id: string
  seq: number
  role: 'user' | 'assistant'
  content: Generated<string>
  /** The content as a search compares it: without case and accents. */
  folded: ColumnType<string, never, never>
  status: 'running' | 'done' | 'stopped' | 'interrupted' | 'failed'
  origin: Generated<'model' | 'offline' | 'fallback' | 'help' | null>
  /** `resting`: the notes answered because no model endpoint could be asked. */
  problem: Generated<'empty' | 'quota' | 'other' | 'resting' | null>
  /** Written as JSON text: pg writes arrays as Postgres arrays. */
  sources: ColumnType<{ title: string; source: string }[], string | undefined, string>
  /** Questions that lead on from a reply. */
  next_questions: Generated<string[]>
  tokens: Generated<number | null>
  /** The id that the sender's browser gave a question. */
  client_id: Generated<string | null>
  /** The question that a reply answers. */
  question_id: Generated<string | null>
  created_at: CreatedAt
  /** Since when it is not shown: a retry has replaced it, or another version of a question is shown. */
  put_away_at: Generated<Date | null>
  /** Of a question with several versions: the id of the first one, in all of them. */
  version_of: Generated<string | null>
  /** The version of a question with which it left the shown path and comes back; null where it is shown, and where a retry replaced it. */
  away_with: Generated<string | null>
  /** The conversation's `path` when it last came back; 0 where it never left. */
  on_path_since: Generated<number>
}

/** What a person thinks of a reply. */
export interface ChatFeedbackTable {
  reply_id: string
  vote: 'up' | 'down'
  /** Why, in the person's words, at most 500 characters; for a thumb down only. */
  reason: string | null
  rated_at: Generated<Date>
}

/** A public link to a conversation; at most one each. */
export interface ChatShareTable {
  conversation_id: string
  /** SHA-256 of its token. */
  token_hash: string
  /** The seq of the last reply that it shows. */
  last_seq: number
  /** The conversation's `path` when it was made: what comes back later is not shown. */
  path: Generated<number>
  shared_at: Generated<Date>
}

/** A reply that is being written; gone once its message has the whole text. One per conversation. */
export interface ChatRunTable {
  reply_id: string
  conversation_id: string
  user_id: string
  /** Which of the places that a person has, from 1. */
  slot: number
  /** The process that writes it. */
  process_id: string
  /** Somebody wants it stopped. */
  stop: Generated<boolean>
  started_at: CreatedAt
}

/** A piece of a reply that is being written. */
export interface ChatChunkTable {
  reply_id: string
  /** How long the text before it is, in UTF-16 units as JavaScript counts. */
  start: number
  text: string
}

/** A server process that writes replies, as long as it says that it lives. */
export interface ChatProcessTable {
  id: string
  beat_at: Generated<Date>
}

/** The tokens that all models together cost in a day. */
export interface ChatSpendingTable {
  /** UTC. */
  day: string
  tokens: number
}
