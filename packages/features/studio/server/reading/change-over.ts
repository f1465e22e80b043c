import { type Db, inTransaction } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { lockAgent } from '../agent-queries.ts'
import { deleteVersion, findCurrentVersion } from '../documents/document-queries.ts'
import { carryEdits } from '../passages/carry-edits.ts'
import { allowLongCount, countVersion, uncountPassages } from '../search/term-queries.ts'
import { type ClaimedVersion, endReading, saveProgress } from './read-queries.ts'

interface End {
  language: Locale | null
  emptyPages: number[]
  repeated: number
  count: number
}

/**
 * Ends a reading. A replacement takes the place of the current version with the creator's edits, in one transaction: a question finds
 * passages of one of them, never of both or none.
 */
export async function changeOver(
  db: Db,
  { ownerId, version }: { ownerId: string; version: ClaimedVersion },
  { language, emptyPages, repeated, count }: End,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await allowLongCount(tx)
    const agent = await lockAgent(tx, { id: version.agentId, ownerId })
    if (!agent || !(await saveProgress(tx, version.id, { empty_pages: emptyPages }))) return
    const before = await findCurrentVersion(tx, version.documentId)
    if (before && before.id !== version.id) {
      await carryEdits(tx, agent, { from: before.id, to: version.id })
      await uncountPassages(tx, agent, before.id)
      await deleteVersion(tx, before.id)
    }
    await endReading(tx, version.id, { state: 'ready', language, repeated, passages: count, current: true, refusal: null })
    if (before?.id !== version.id) await countVersion(tx, agent, version.id)
  })
}
