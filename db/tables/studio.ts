import type { ColumnType, Generated, RawBuilder } from 'kysely'
import type { CreatedAt, JsonObject } from './columns.ts'

/** Where the text of a passage stands from a letter on. */
interface PassageMark {
  at: number
  headings: string[]
  page: number | null
  second: number | null
  line: number | null
}

declare module './index.ts' {
  interface Database {
    /** A creator's own agent, private to its owner. */
    studio_agent: {
      id: string
      owner_id: string
      /** Short, because it begins every term of the agent's passages. */
      number: Generated<number>
      name: string
      /** Of its owner; documents have their own. */
      language: 'en' | 'pt'
      /** Those that are searched: of current versions, not hidden. */
      passages: Generated<number>
      /** Of the terms of its passages (`indexForm`). */
      index_form: Generated<number>
      created_at: CreatedAt
      /** The draft of which this is a release: a copy that visitors talk to. Null for a draft. */
      release_of: string | null
      /** `AgentProfile`; what is missing has its default. */
      profile: JsonObject
      /** Counts changes of name and profile, so that two tabs do not overwrite each other. */
      revision: Generated<number>
      slug: string | null
      /** The release that visitors talk to; null while the agent is private. */
      release_id: string | null
      paused_at: Date | null
      taken_down_at: Date | null
      takedown_reason: string | null
      /** `CoverageRuns`. */
      coverage: JsonObject | null
      digest: string | null
    }

    studio_document: {
      id: string
      agent_id: string
      name: string
      /** When the creator declared the right to use the text. */
      declared_at: Generated<Date>
      created_at: CreatedAt
      /** The document of the draft, for one of a release. */
      copy_of: string | null
    }

    /** A file of a document. A replacement is read beside the current version and then takes its place. */
    studio_version: {
      id: string
      document_id: string
      state: 'uploading' | 'waiting' | 'reading' | 'ready' | 'failed'
      /** Of the file, as it was uploaded. */
      name: string
      /** Bytes. */
      size: number
      received: Generated<number>
      /** One of a document at most. The first version is current while it is read: its first pages answer. */
      current: Generated<boolean>
      type: string | null
      /** Why it could not be read. */
      refusal: string | null
      language: 'en' | 'pt' | null
      pages: number | null
      pages_read: number | null
      /** Pages that are pictures. */
      empty_pages: Generated<number[]>
      /** Near-duplicate passages that were merged. */
      repeated: Generated<number>
      passages: Generated<number>
      /** The server that reads it renews this; another may take over afterwards. */
      lease_until: Date | null
      created_at: CreatedAt
      read_at: Date | null
    }

    studio_chunk: {
      version_id: string
      /** Of its first byte in the file. */
      place: number
      /** Encrypted with the owner's key; at most 256 kB. */
      bytes: Buffer
    }

    studio_passage: {
      id: string
      version_id: string
      /** Order in its version, with gaps after edits. */
      place: number
      text: string
      headings: string[]
      page: number | null
      last_page: number | null
      second: number | null
      line: number | null
      question: string | null
      /** `Mark[]` of the reader: where its text stands elsewhere than its beginning. Empty for what was read before. */
      marks: ColumnType<PassageMark[], string | undefined, string>
      /** The read texts that it shows. Passages that were split share them. */
      originals: string[]
      hidden: Generated<boolean>
      /** tsvector of `<number of the agent>.<stem>`; used in SQL only. */
      terms: ColumnType<string, RawBuilder<string>, RawBuilder<string>>
    }

    /** Where a model makes vectors of texts. */
    studio_vector: {
      passage_id: string
      model: string
      /** Of the embedded text. */
      hash: string
      /** Of length 1, float32. */
      vector: Buffer
      created_at: Generated<Date>
    }

    studio_term: {
      agent_number: number
      term: string
      /** How many searched passages of the agent have it. */
      passages: number
    }

    /** The creator's own reply to a question and its paraphrases. */
    studio_correction: {
      id: string
      agent_id: string
      question: string
      answer: string
      created_at: CreatedAt
    }

    /** What a visitor reported about a shared agent. */
    studio_report: {
      id: string
      /** Null once its creator has deleted it. */
      agent_id: string | null
      /** The creator. */
      owner_id: string
      /** Of the agent. */
      slug: string
      reason: string
      question: string
      reply: string
      created_at: CreatedAt
    }

    studio_asker: {
      agent_id: string
      /** A keyed hash of the account or of the network. */
      asker: string
      /** The same hash of the network that an account asked from last. */
      network: string
      questions: Generated<number>
      first_at: Generated<Date>
      last_at: Generated<Date>
      blocked_at: Date | null
      /** `YYYY-MM-DD`, of `shown`. */
      day: ColumnType<string, RawBuilder<string> | undefined, RawBuilder<string>>
      /** Passages whose text the asker was shown on that day. */
      shown: Generated<string[]>
    }
  }
}
