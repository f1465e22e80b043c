import type { ColumnType, Generated } from 'kysely'
import type { CreatedAt } from './columns.ts'

declare module './index.ts' {
  interface Database {
    chat_conversation: {
      id: string
      user_id: string
      agent_id: string
      title: string
      /** Highest seq ever used, including replaced messages. */
      last_seq: Generated<number>
      preview: Generated<string>
      /** Incremented by every edit and every switch of versions, which change the shown messages. */
      path: Generated<number>
      created_at: CreatedAt
      updated_at: Generated<Date>
      removed_at: Generated<Date | null>
      /** Listed first; null in the archive. */
      pinned_at: Generated<Date | null>
      /** Listed apart until its next question. */
      archived_at: Generated<Date | null>
      /** When the user said that help was not about them: replies no longer get the line that leads to help. */
      help_declined_at: Generated<Date | null>
    }

    /** While a reply streams, its text is in chat_chunk. */
    chat_message: {
      id: string
      conversation_id: string
      seq: number
      role: 'user' | 'assistant'
      content: Generated<string>
      /** The content in lower case, without accents. */
      search_text: ColumnType<string, never, never>
      status: 'running' | 'done' | 'stopped' | 'interrupted' | 'failed'
      origin: Generated<'model' | 'offline' | 'fallback' | 'help' | null>
      /** The kind of distress that help, or a reply with the line that leads to help, is about. `over`: help that ends the state. */
      help: Generated<'danger' | 'child' | 'sexual' | 'violence' | 'suicide' | 'eating' | 'over' | null>
      /** `resting`: composed from notes, because no model endpoint was available. */
      problem: Generated<'empty' | 'quota' | 'other' | 'resting' | null>
      sources: ColumnType<{ title: string; source: string; text?: string; passage?: string }[], string | undefined, string>
      next_questions: Generated<string[]>
      tokens: Generated<number | null>
      /** Signed note (JWS) that a machine made the reply; null for texts by people, and until an interrupted reply is signed; empty if never to be signed (restored). */
      provenance: Generated<string | null>
      client_id: Generated<string | null>
      question_id: Generated<string | null>
      created_at: CreatedAt
      /** Set when hidden: replaced by a retry, or belonging to another version of a question. */
      hidden_at: Generated<Date | null>
      /** Id of the first version, set in all versions of a question. */
      version_of: Generated<string | null>
      /** The question version whose selection shows this message again; null if shown or replaced by a retry. */
      hidden_with: Generated<string | null>
      /** The conversation's `path` when the message was last shown again; 0 if never hidden. */
      on_path_since: Generated<number>
    }

    chat_feedback: {
      reply_id: string
      vote: 'up' | 'down'
      /** Free text of at most 500 characters; for `down` only. */
      reason: string | null
      rated_at: Generated<Date>
    }

    /** The sanitised HTML of a reply that has ended. Unlogged and never backed up, because it can be rendered again. */
    chat_reply_html: {
      reply_id: string
      /** `rendererVersion` of the code that rendered it. */
      renderer: number
      /** Null for a text that is shown as plain text. */
      html: string | null
    }

    /** A public link to a conversation; at most one per conversation. */
    chat_share: {
      conversation_id: string
      /** SHA-256 of the link's token. */
      token_hash: string
      /** Seq of the last shared reply. */
      last_seq: number
      /** The conversation's `path` when shared: messages that return later are not shown. */
      path: Generated<number>
      shared_at: Generated<Date>
    }

    /** A reply in progress, one per conversation; deleted once its message has the whole text. */
    chat_run: {
      reply_id: string
      conversation_id: string
      user_id: string
      /** One of the user's concurrent replies, from 1. */
      slot: number
      process_id: string
      stop_requested: Generated<boolean>
      /** Tokens of the plan that this reply may still use. */
      reserved_tokens: Generated<number>
      started_at: CreatedAt
    }

    chat_chunk: {
      reply_id: string
      /** Offset in UTF-16 code units. */
      start: number
      text: string
    }

    /** A server process that writes replies, deleted when its heartbeat stops. */
    chat_process: {
      id: string
      heartbeat_at: Generated<Date>
    }

    chat_spending: {
      day: string
      /** Includes reservations. */
      tokens: number
      visitor_tokens: Generated<number>
    }

    /** Tokens set aside for a model call, and given back when it ends or expires. */
    chat_token_reservation: {
      id: string
      day: string
      tokens: number
      visitor_tokens: number
      expires_at: Date
    }
  }
}
