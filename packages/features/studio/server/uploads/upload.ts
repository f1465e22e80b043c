import { createHash } from 'node:crypto'
import { isDiskFull } from '@duo/db/errors.ts'
import { inTransaction } from '@duo/db/index.ts'
import { v7 as uuidv7 } from 'uuid'
import { findSubscription } from '../../../billing/server/plans.ts'
import { maxFileSize, maxFiles, quotaOf } from '../../rules.ts'
import type { UploadRefusal, UploadResult } from '../../schema.ts'
import { countStoredBytes, findUsage, lockAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import type { StudioContext } from '../context.ts'
import * as documents from '../documents/document-queries.ts'
import { withdrawDocument } from '../documents/withdraw-document.ts'
import { enqueueReading } from '../reading/read-job.ts'
import * as queries from './chunk-queries.ts'
import { openChunks, sealChunks } from './sealed-file.ts'

interface NewFile {
  agentId: string
  name: string
  size: number
  replaces: string | null
  everywhere: boolean
}

/** Begins an upload: reserves its bytes, so that two uploads cannot exceed the quota together. */
export async function beginUpload(context: StudioContext, file: NewFile): Promise<UploadResult> {
  if (file.size === 0) return { error: 'empty' }
  if (file.size > maxFileSize) return { error: 'too_large' }
  try {
    return await reserve(context, file)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return { error: 'disk_full' }
  }
}

async function reserve({ db, user, studio }: StudioContext, file: NewFile): Promise<UploadResult> {
  return await inTransaction(db, async (tx): Promise<UploadResult> => {
    const own = { ownerId: user.id }
    assertOwn(await lockAgent(tx, { ...own, id: file.agentId }))
    const replaced = file.replaces === null ? null : assertOwn(await documents.findDocument(tx, { ...own, id: file.replaces }))
    if (replaced && replaced.agentId !== file.agentId) assertOwn(undefined)
    // an earlier replacement that has not taken its place gives way to this one, with its bytes
    if (replaced) await documents.deleteOtherVersions(tx, replaced.id)
    const refusal = await findRefusal({ db: tx, user, studio }, file)
    if (refusal) return { error: refusal }
    if (replaced && file.everywhere) await withdrawDocument(tx, { documentId: replaced.id, ownerId: user.id })
    const documentId = replaced?.id ?? uuidv7()
    if (!replaced) await documents.insertDocument(tx, { id: documentId, agent_id: file.agentId, name: file.name })
    const versionId = uuidv7()
    const { name, size } = file
    await documents.insertVersion(tx, { id: versionId, document_id: documentId, state: 'uploading', name, size })
    return { error: null, documentId, versionId }
  })
}

async function findRefusal(
  { db, user, studio }: Pick<StudioContext, 'db' | 'user' | 'studio'>,
  { agentId, size, replaces }: NewFile,
): Promise<UploadRefusal | null> {
  if (replaces === null && (await documents.countDocuments(db, agentId)) >= maxFiles) return 'too_many_files'
  const limit = quotaOf((await findSubscription(db, user.id)).plan)
  const used = await findUsage(db, user.id)
  if (used.bytes + size > limit.bytes) return 'quota'
  if (used.passages >= limit.passages) return 'quota_passages'
  if (studio.maxBytes !== null && (await countStoredBytes(db)) + size > studio.maxBytes) return 'disk_full'
  return null
}

type FileContext = Pick<StudioContext, 'db' | 'secret' | 'user'>

export interface PartResult {
  /** Bytes that are stored: the place of the next part. Null if that was not read. */
  received: number | null
  /**
   * `stored`: now or before. `elsewhere`: another part comes next. `other_file`: what was sent before is of another file. `disk_full`: what
   * was sent before stays.
   */
  outcome: 'stored' | 'elsewhere' | 'other_file' | 'disk_full'
}

interface FilePart {
  versionId: string
  /** Place of its first byte in the file. */
  at: number
  part: Buffer
  /** SHA-256 (hexadecimal) of what comes before it, when an upload is resumed: a file of the same size may be another one. */
  before?: string | undefined
}

/** Stores a part of a file at its place. A part that was stored before is not stored again. The last one queues the reading. */
export async function receivePart(context: FileContext, part: FilePart): Promise<PartResult> {
  try {
    return await storePart(context, part)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return { received: null, outcome: 'disk_full' }
  }
}

async function storePart({ db, secret, user }: FileContext, { versionId, at, part, before }: FilePart): Promise<PartResult> {
  return await inTransaction(db, async (tx) => {
    const { state, size, received } = assertOwn(await queries.lockUpload(tx, { id: versionId, ownerId: user.id }))
    const end = at + part.length
    const isNext = state === 'uploading' && at === received && end <= size && part.length > 0
    // what is compared must be all that is stored
    if (before !== undefined && !isNext) return { received, outcome: 'elsewhere' }
    if (end <= received) return { received, outcome: 'stored' }
    if (!isNext) return { received, outcome: 'elsewhere' }
    if (before !== undefined && (await digestOfStored({ db: tx, secret, user }, versionId)) !== before)
      return { received, outcome: 'other_file' }
    await queries.insertChunks(tx, versionId, sealChunks(secret, { ownerId: user.id, versionId }, part, at))
    await queries.saveReceived(tx, versionId, end)
    if (end === size) {
      await queries.markUploaded(tx, versionId)
      await enqueueReading(tx, user.id)
    }
    return { received: end, outcome: 'stored' }
  })
}

async function digestOfStored({ db, secret, user }: FileContext, versionId: string): Promise<string> {
  const bytes = openChunks(secret, { ownerId: user.id, versionId }, await queries.listChunks(db, versionId))
  return createHash('sha256').update(bytes).digest('hex')
}

/** Returns the file of a document as it was uploaded. */
export async function readOriginal(
  { db, secret, user }: FileContext,
  documentId: string,
): Promise<{ name: string; type: string | null; bytes: Buffer }> {
  const own = { documentId, ownerId: user.id }
  const { id: versionId, name, type } = assertOwn(await queries.findOriginal(db, own))
  const bytes = openChunks(secret, { ownerId: user.id, versionId }, await queries.listChunks(db, versionId))
  return { name, type, bytes }
}
