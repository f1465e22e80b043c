import { type Db, inTransaction } from '@duo/db/index.ts'
import type { Version } from '../../schema.ts'
import { versionAmong } from '../message-dto.ts'
import type { InsertedTurn } from '../send-message-queries.ts'
import * as queries from './path-queries.ts'

export type { EditedQuestion } from './path-queries.ts'

/**
 * Stores a question by `insert`, and when it is another version of an earlier one, takes that and what followed off the shown path, all or
 * nothing.
 */
export async function insertOnPath(
  db: Db,
  { conversationId, questionId, edited }: { conversationId: string; questionId: string; edited: queries.EditedQuestion | null },
  insert: (db: Db) => Promise<InsertedTurn | undefined>,
): Promise<(InsertedTurn & { version?: Version }) | undefined> {
  if (!edited) return insert(db)
  return inTransaction(db, async (tx) => {
    const inserted = await insert(tx)
    if (!inserted) return undefined
    // a statement of its own: only now, with the conversation's lock, it sees everything that was stored before
    const ids = await queries.leavePath(tx, { ...edited, conversationId, before: inserted.seq - 1 })
    return { ...inserted, version: versionAmong(ids, { id: questionId, of: edited.versionOf }) }
  })
}

/** Replaces the last reply of a conversation by `insert`, which sees everything that was stored in it before. */
export const replaceLastReply = (
  db: Db,
  { conversationId: id, userId }: { conversationId: string; userId: string },
  insert: (db: Db) => Promise<InsertedTurn | undefined>,
): Promise<InsertedTurn | undefined> =>
  inTransaction(db, async (tx) => ((await queries.lockConversation(tx, { id, userId })) ? insert(tx) : undefined))
