import { inTransaction } from '@duo/db/index.ts'
import type { DocumentsResult, DocumentVersion, ReadingRefusal, StudioDocument } from '../../schema.ts'
import { findAgent, lockAgent } from '../agent-queries.ts'
import { findUsage, toAgent } from '../agents.ts'
import { assertOwn } from '../assert-own.ts'
import type { StudioContext } from '../context.ts'
import { enqueueReading } from '../reading/read-job.ts'
import { uncountPassages } from '../search/term-queries.ts'
import * as queries from './document-queries.ts'
import { withdrawDocument } from './withdraw-document.ts'

const toVersion = ({ documentId: _of, current: _is, createdAt, refusal, ...version }: queries.VersionRow): DocumentVersion => ({
  ...version,
  refusal: refusal as ReadingRefusal | null,
  createdAt: createdAt.toISOString(),
})

export function toDocument(
  { id, name, createdAt, isShared }: { id: string; name: string; createdAt: Date; isShared: boolean },
  versions: readonly queries.VersionRow[],
): StudioDocument {
  const own = versions.filter(({ documentId }) => documentId === id)
  const current = own.find((version) => version.current)
  const next = own.findLast((version) => !version.current)
  return {
    id,
    name,
    isShared,
    current: current ? toVersion(current) : null,
    next: next ? toVersion(next) : null,
    createdAt: createdAt.toISOString(),
  }
}

export async function listDocuments({ db, user }: StudioContext, agentId: string): Promise<DocumentsResult> {
  const agent = assertOwn(await findAgent(db, { id: agentId, ownerId: user.id }))
  const [rows, usage] = await Promise.all([queries.listDocuments(db, agentId), findUsage(db, user.id)])
  const versions = await queries.listVersions(
    db,
    rows.map(({ id }) => id),
  )
  return { agent: toAgent(agent), documents: rows.map((row) => toDocument(row, versions)), usage }
}

export async function rename({ db, user }: StudioContext, input: { documentId: string; name: string }): Promise<{ error: null }> {
  assertOwn(await queries.renameDocument(db, { id: input.documentId, ownerId: user.id, name: input.name }))
  return { error: null }
}

/**
 * Deletes a document in all versions: the next question to the draft no longer finds it. With `everywhere`, the same holds for what is
 * shared, in every release.
 */
export async function remove(
  { db, user }: StudioContext,
  { documentId, everywhere }: { documentId: string; everywhere: boolean },
): Promise<{ error: null }> {
  await inTransaction(db, async (tx) => {
    const own = { id: documentId, ownerId: user.id }
    const { agentId } = assertOwn(await queries.findDocument(tx, own))
    const agent = assertOwn(await lockAgent(tx, { id: agentId, ownerId: user.id }))
    // read again behind the lock: a version may have become current meanwhile
    const current = await queries.findCurrentVersion(tx, documentId)
    if (current) await uncountPassages(tx, agent, current.id)
    if (everywhere) await withdrawDocument(tx, { documentId, ownerId: user.id })
    await queries.deleteDocument(tx, documentId)
  })
  return { error: null }
}

/** Ends the upload or the reading of a version, and deletes it. A document without another version goes with it. */
export async function cancel({ db, user }: StudioContext, versionId: string): Promise<{ error: null }> {
  await inTransaction(db, async (tx) => {
    const own = { id: versionId, ownerId: user.id }
    const { agentId } = assertOwn(await queries.findVersion(tx, own))
    const agent = assertOwn(await lockAgent(tx, { id: agentId, ownerId: user.id }))
    const { state, current, documentId } = assertOwn(await queries.findVersion(tx, own))
    if (state === 'ready') return
    if (current) await uncountPassages(tx, agent, versionId)
    await queries.deleteVersion(tx, versionId)
    const left = await queries.listVersions(tx, [documentId])
    if (left.length === 0) await queries.deleteDocument(tx, documentId)
  })
  return { error: null }
}

/** Reads a file again that could not be read. */
export async function retry({ db, user }: StudioContext, documentId: string): Promise<{ error: null }> {
  await inTransaction(db, async (tx) => {
    assertOwn(await queries.findDocument(tx, { id: documentId, ownerId: user.id }))
    if (await queries.queueFailed(tx, documentId)) await enqueueReading(tx, user.id)
  })
  return { error: null }
}
