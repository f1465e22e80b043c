import { type Db, inTransaction } from '@duo/db/index.ts'
import { languageOf } from '@duo/engine/language/query-analysis.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { readInChild } from '@duo/reader/child/read-in-child.ts'
import type { ReaderEvent } from '@duo/reader/document.ts'
import { lockAgent } from '../agent-queries.ts'
import { findPassageRoom } from '../passage-room.ts'
import { countPassages, uncountPassages } from '../search/term-queries.ts'
import { listChunks } from '../uploads/chunk-queries.ts'
import { openChunks } from '../uploads/sealed-file.ts'
import { changeOver } from './change-over.ts'
import { toPassageRow } from './passage-row.ts'
import * as queries from './read-queries.ts'

interface Reading {
  ownerId: string
  version: queries.ClaimedVersion
  signal: AbortSignal
}

/** How far a file is read. */
interface Progress {
  count: number
  /** Of the passages before, for those that do not show theirs. */
  language: Locale
}

/** Thrown to end a reading whose version was cancelled or deleted, or that this account has no room for. */
class Ended extends Error {}

/** Reads a file and stores its passages as they come. A file that cannot be read fails with its reason. */
export async function readVersion(context: { db: Db; secret: Keys }, reading: Reading): Promise<void> {
  const { db, secret } = context
  const { ownerId, version, signal } = reading
  await forgetPassages(db, reading)
  const bytes = openChunks(secret, { ownerId, versionId: version.id }, await listChunks(db, version.id))
  const progress: Progress = { count: 0, language: version.language }
  try {
    for await (const event of readInChild(bytes, version.name, { signal })) await store(db, reading, progress, event)
  } catch (error) {
    if (error instanceof Ended) return
    await queries.releaseVersion(db, version.id)
    throw error
  }
  if (signal.aborted) await queries.releaseVersion(db, version.id)
}

async function store(db: Db, reading: Reading, progress: Progress, event: ReaderEvent): Promise<void> {
  const { version } = reading
  switch (event.kind) {
    case 'opened':
      return await open(db, reading, event)
    case 'passages':
      return await add(db, reading, progress, event)
    case 'done':
      return await changeOver(db, reading, { ...event, count: progress.count })
    case 'refused':
      await forgetPassages(db, reading)
      await queries.endReading(db, version.id, { state: 'failed', refusal: event.reason, current: false, passages: 0 })
  }
}

async function open(db: Db, { version }: Reading, { type, pages }: Extract<ReaderEvent, { kind: 'opened' }>): Promise<void> {
  const isWanted = await queries.saveProgress(db, version.id, { type, pages, pages_read: pages === null ? null : 0 })
  if (!isWanted) throw new Ended()
  if (!version.current) version.current = await queries.makeFirstCurrent(db, version)
}

async function add(
  db: Db,
  { ownerId, version }: Reading,
  progress: Progress,
  { passages, pagesRead }: Extract<ReaderEvent, { kind: 'passages' }>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const agent = await lockAgent(tx, { id: version.agentId, ownerId })
    const isWanted = await queries.saveProgress(tx, version.id, {
      pages_read: pagesRead,
      passages: progress.count + passages.length,
    })
    if (!agent || !isWanted) throw new Ended()
    if (passages.length === 0) return
    progress.language = languageOf(passages.map(({ text }) => text).join('\n')) ?? progress.language
    const stored = { versionId: version.id, agentNumber: agent.number, language: progress.language }
    const rows = passages.map((passage, index) => toPassageRow(passage, { ...stored, index: progress.count + index }))
    await queries.insertPassages(tx, rows)
    if (version.current)
      await countPassages(
        tx,
        agent,
        rows.map(({ id }) => id),
      )
    if ((await findPassageRoom(tx, ownerId)) < 0) await refuseForRoom(tx, agent, version)
  })
  progress.count += passages.length
}

async function refuseForRoom(tx: Db, agent: { id: string; number: number }, version: queries.ClaimedVersion): Promise<void> {
  if (version.current) await uncountPassages(tx, agent, version.id)
  await queries.deletePassages(tx, version.id)
  const end = { state: 'failed', refusal: 'too_many_passages', current: false, passages: 0 } as const
  await queries.endReading(tx, version.id, end)
}

/** Deletes what an earlier attempt stored. */
async function forgetPassages(db: Db, { ownerId, version }: Reading): Promise<void> {
  await inTransaction(db, async (tx) => {
    const agent = await lockAgent(tx, { id: version.agentId, ownerId })
    if (!agent) return
    if (version.current) await uncountPassages(tx, agent, version.id)
    await queries.deletePassages(tx, version.id)
  })
}
