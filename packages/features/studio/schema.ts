import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import type { Mark, Refusal } from '@duo/reader/document.ts'
import { z } from 'zod'
import { maxNameLength, maxPassageLength, maxSearchLength, type StudioQuota } from './rules.ts'
import { cleanLine, id, line, paragraphs } from './text-inputs.ts'

/** Calls per account. */
export const studioLimit = { name: 'studio', points: 600, seconds: 60 }
/** Searches per account: each takes tens of ms of the database and of the server. */
export const searchLimit = { name: 'studio_search', points: 60, seconds: 60 }
/** Archives of all files, per account: each reads and decrypts up to 200 MB. */
export const archiveLimit = { name: 'studio_archive', points: 10, seconds: 3_600 }
/** Requests with a part of a file, per account: 10 GB an hour at most. */
export const uploadLimit = { name: 'studio_upload', points: 200, seconds: 60 }

/** Of a file, without its folders. */
const fileName = z
  .string('text_required')
  .max(4_000, 'text_too_long')
  .transform((name) => cleanLine(name.split(/[/\\]/).at(-1) ?? '').slice(-maxNameLength))
  .pipe(z.string().refine(hasVisibleText, 'text_required'))

const passageText = paragraphs(maxPassageLength)

export const createAgentInput = z.object({ name: line(maxNameLength), language: z.enum(locales, 'invalid_language') })
export const renameAgentInput = z.object({ id, name: line(maxNameLength) })
export const agentInput = z.object({ agentId: id })
export const documentInput = z.object({ documentId: id })
export const versionInput = z.object({ versionId: id })
/** `everywhere`: also from what is shared. */
export const removeDocumentInput = documentInput.extend({ everywhere: z.boolean('invalid').default(false) })
export const renameInput = z.object({ documentId: id, name: line(maxNameLength) })
export const uploadInput = z.object({
  agentId: id,
  name: fileName,
  /** Bytes. */
  size: z.int('invalid').min(0, 'invalid'),
  /** The creator declares the right to use the text. */
  hasRight: z.literal(true, 'right_required'),
  /** The document of which this is a new version. */
  replaces: id.nullable().default(null),
  /** With `replaces`: visitors no longer get the version before either, at once. */
  everywhere: z.boolean('invalid').default(false),
})
export const passagesInput = z.object({
  documentId: id,
  /** Place after which the page begins. */
  after: z.int('invalid').min(-1, 'invalid').default(-1),
})
export const passageInput = z.object({ id })
/** `before`: the text that the edit began from, so that another tab's or device's edit is not overwritten unseen. */
export const editPassageInput = z.object({ id, text: passageText, before: z.string().max(maxPassageLength).optional() })
export const hidePassageInput = z.object({ id, hidden: z.boolean('invalid') })
/** `at`: the character before which the second passage begins. */
export const splitPassageInput = z.object({ id, at: z.int('invalid').min(1, 'invalid').max(maxPassageLength, 'invalid') })
export const searchInput = z.object({ agentId: id, question: line(maxSearchLength) })

/** Whether visitors can talk to an agent. */
export type AgentState = 'private' | 'shared' | 'paused' | 'taken_down'

export interface StudioAgent {
  id: string
  name: string
  documents: number
  passages: number
  state: AgentState
  /** ISO 8601. */
  createdAt: string
}

export interface StudioUsage {
  limit: StudioQuota
  used: StudioQuota
}

export interface StudioOverview {
  agents: StudioAgent[]
  usage: StudioUsage
}

export type VersionState = 'uploading' | 'waiting' | 'reading' | 'ready' | 'failed'

/** Why a file could not be read. `too_many_passages`: the plan has no room for them. */
export type ReadingRefusal = Refusal | 'too_many_passages'

export interface DocumentVersion {
  id: string
  state: VersionState
  size: number
  /** Bytes that the server has; an interrupted upload goes on from here. */
  received: number
  refusal: ReadingRefusal | null
  pages: number | null
  pagesRead: number | null
  /** Pages that are pictures, which are not read. */
  emptyPages: number[]
  passages: number
  language: Locale | null
  type: string | null
  createdAt: string
}

export interface StudioDocument {
  id: string
  name: string
  /** Whether visitors are answered from a copy of it. */
  isShared: boolean
  /** The version that answers; null until one is read. */
  current: DocumentVersion | null
  /** A version that is uploaded, read or failed beside the current one. */
  next: DocumentVersion | null
  createdAt: string
}

export interface DocumentsResult {
  agent: StudioAgent
  documents: StudioDocument[]
  usage: StudioUsage
}

/** `quota` and `quota_passages`: the account's; `disk_full`: of the whole installation. */
export type UploadRefusal = 'empty' | 'too_large' | 'too_many_files' | 'quota' | 'quota_passages' | 'disk_full'

export type UploadResult = { error: null; documentId: string; versionId: string } | { error: UploadRefusal }

export type CreateAgentResult = { error: null; agent: StudioAgent } | { error: 'too_many' }

export interface PassagePlace {
  headings: string[]
  page: number | null
  lastPage: number | null
  second: number | null
  line: number | null
  /** Where a text stands elsewhere than its beginning; none where one place is meant. */
  marks?: readonly Mark[]
}

export interface StudioPassage extends PassagePlace {
  id: string
  place: number
  text: string
  question: string | null
  /** As it was read. */
  originals: string[]
  isEdited: boolean
  hidden: boolean
}

export interface PassagesResult {
  document: StudioDocument
  agent: Pick<StudioAgent, 'id' | 'name'>
  passages: StudioPassage[]
  /** For the next page; null at the end. */
  after: number | null
}

/** `changed`: the passage was edited elsewhere, or is gone, because its document was read again. */
export type PassageResult =
  | { error: null; passages: StudioPassage[]; removed: string[] }
  | { error: 'last' | 'too_long' | 'changed' }

export interface SearchHit extends PassagePlace {
  id: string
  /** Order in its document. */
  place: number
  documentId: string
  documentName: string
  text: string
  question: string | null
  marks: readonly Mark[]
  /** Of its document. */
  language: Locale | null
  /** 0 to 1. */
  score: number
  /** Whether a reply would use it. */
  isUsed: boolean
  /** Words of the question that it has, as they were typed. */
  words: string[]
  /** Neighbouring words of the question that stand together in it. */
  phrases: string[]
  /** Words of the same meaning or another spelling that it has instead: `[typed, found]`. */
  alike: [typed: string, found: string][]
}

export interface SearchResult {
  hits: SearchHit[]
  /** Least score of a passage that a reply uses. */
  threshold: number
  /** Words of the question that no passage has. */
  unknown: string[]
}
