import { type Db, inTransaction } from '@duo/db/index.ts'
import type { Version } from '../../schema.ts'
import type { InsertedQuestion } from '../insert-question-queries.ts'
import { versionAmong } from '../message-dto.ts'
import * as queries from './branch-queries.ts'

export type { EditedQuestion } from './branch-queries.ts'

interface OnBranch {
  conversationId: string
  userId: string
  questionId: string
  edited: queries.EditedQuestion | null
}

/** Stores a question with `insert`. If it is an edit or a retry, hides the old version and what followed in the same transaction. */
export async function insertOnBranch(
  db: Db,
  { conversationId, userId, questionId, edited }: OnBranch,
  insert: (db: Db) => Promise<InsertedQuestion | undefined>,
): Promise<(InsertedQuestion & { version?: Version }) | undefined> {
  if (!edited) return insert(db)
  return inTransaction(db, async (tx) => {
    if (edited.retried) {
      const conversation = await queries.lockConversation(tx, { id: conversationId, userId })
      if (!conversation || !(await queries.isStillLast(tx, edited.retried))) return undefined
    }
    const inserted = await insert(tx)
    if (!inserted) return undefined
    // a separate statement sees, under the conversation's lock, everything stored before
    const ids = await queries.hideBranchFrom(tx, { ...edited, conversationId, before: inserted.seq - 1 })
    return { ...inserted, version: versionAmong(ids, { id: questionId, of: edited.versionOf }) }
  })
}

export const replaceLastReply = (
  db: Db,
  { conversationId: id, userId }: { conversationId: string; userId: string },
  insert: (db: Db) => Promise<InsertedQuestion | undefined>,
): Promise<InsertedQuestion | undefined> =>
  inTransaction(db, async (tx) => ((await queries.lockConversation(tx, { id, userId })) ? insert(tx) : undefined))
