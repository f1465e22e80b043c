import { type Db, inTransaction } from '@duo/db/index.ts'
import type { Version } from '../../schema.ts'
import { versionAmong } from '../message-dto.ts'
import type { Placed } from '../send-message-queries.ts'
import * as queries from './path-queries.ts'

export type { Edited } from './path-queries.ts'

/**
 * Stores a question by `place`, and when it is another version of an earlier one, takes that and what followed off the shown path, all or
 * nothing.
 */
export async function placeOnPath(
  db: Db,
  { conversationId, questionId, edited }: { conversationId: string; questionId: string; edited: queries.Edited | null },
  place: (db: Db) => Promise<Placed | undefined>,
): Promise<(Placed & { version?: Version }) | undefined> {
  if (!edited) return place(db)
  return inTransaction(db, async (tx) => {
    const placed = await place(tx)
    if (!placed) return undefined
    // a statement of its own: only now, with the conversation's lock, it sees everything that was stored before
    const ids = await queries.leavePath(tx, { ...edited, conversationId, before: placed.seq - 1 })
    return { ...placed, version: versionAmong(ids, { id: questionId, of: edited.versionOf }) }
  })
}

/** Replaces the last reply of a conversation by `place`, which sees everything that was stored in it before. */
export const lastReply = (
  db: Db,
  { conversationId: id, userId }: { conversationId: string; userId: string },
  place: (db: Db) => Promise<Placed | undefined>,
): Promise<Placed | undefined> =>
  inTransaction(db, async (tx) => ((await queries.lockTalk(tx, { id, userId })) ? place(tx) : undefined))
