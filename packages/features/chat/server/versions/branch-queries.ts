import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { isLastShown } from '../insert-question-queries.ts'
import type { OwnedId } from '../message-queries.ts'

/** Locks a conversation for the transaction, whose later statements see everything stored before. */
export function lockConversation(tx: Db, { id, userId }: OwnedId) {
  return tx
    .selectFrom('chat_conversation')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export interface EditedQuestion {
  id: string
  seq: number
  versionOf: string
  path: number
  /** In a retry, its answer, which must still be the last message. */
  retried?: string
}

/** Call `lockConversation` first, in the same transaction. */
export async function isStillLast(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ last: boolean }>`select ${isLastShown(id)} as last`.execute(tx)
  return rows[0]?.last ?? false
}

/** Hides a question and what followed. `before` is the seq of its new version. Returns all versions, oldest first. */
export async function hideBranchFrom(
  tx: Db,
  edited: EditedQuestion & { conversationId: string; before: number },
): Promise<string[]> {
  const { conversationId, id, seq, versionOf, before } = edited
  const { rows } = await sql<{ ids: string[] }>`
    with away as (
      update chat_message set hidden_at = now(), hidden_with = ${id},
        version_of = case when id = ${id} then ${versionOf} else version_of end
      where conversation_id = ${conversationId} and hidden_at is null and seq >= ${seq} and seq < ${before}
    )
    select array_agg(id order by seq) as ids from chat_message
    where (version_of = ${versionOf} or id = ${id}) and (hidden_at is null or hidden_with is not null)`.execute(tx)
  return rows[0]?.ids ?? []
}

export function findChoice(tx: Db, id: string) {
  return tx
    .selectFrom('chat_message as chosen')
    .leftJoin('chat_message as current', (join) =>
      join.onRef('current.version_of', '=', 'chosen.version_of').on('current.hidden_at', 'is', null),
    )
    .leftJoin('chat_run as run', 'run.conversation_id', 'chosen.conversation_id')
    .where('chosen.id', '=', id)
    .where('chosen.role', '=', 'user')
    .select(['current.id as currentId', 'current.seq as currentSeq', 'run.reply_id as running'])
    .select((eb) => [
      eb('chosen.hidden_at', 'is', null).as('isShown'),
      eb('chosen.hidden_with', '=', eb.ref('chosen.id')).as('isOnCurrentBranch'),
    ])
    .executeTakeFirst()
}

interface Choice {
  conversationId: string
  chosenId: string
  currentId: string
  currentSeq: number
}

/** Swaps the shown version of a question with everything that followed. One statement works because both sets are disjoint. */
export async function switchBranch(tx: Db, { conversationId, chosenId, currentId, currentSeq }: Choice): Promise<void> {
  await sql`
    with conversation as (
      update chat_conversation set path = path + 1 where id = ${conversationId} returning id, path
    ), away as (
      update chat_message set hidden_at = now(), hidden_with = ${currentId} from conversation
      where conversation_id = conversation.id and hidden_at is null and seq >= ${currentSeq}
    )
    update chat_message set hidden_at = null, hidden_with = null, on_path_since = conversation.path from conversation
    where conversation_id = conversation.id and hidden_with = ${chosenId}`.execute(tx)
}

export function findLastMessage(db: Db, conversationId: string) {
  return db
    .selectFrom('chat_message')
    .where('conversation_id', '=', conversationId)
    .where('hidden_at', 'is', null)
    .where('content', '<>', '')
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['id', 'content'])
    .executeTakeFirst()
}

export async function updatePreview(
  tx: Db,
  { conversationId, preview }: { conversationId: string; preview: string },
): Promise<void> {
  await tx.updateTable('chat_conversation').set({ preview }).where('id', '=', conversationId).execute()
}
