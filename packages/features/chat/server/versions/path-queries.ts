import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import type { OwnedId } from '../conversation-queries.ts'

/**
 * Locks a person's conversation until the transaction ends. Later statements of the transaction see everything that was stored in it
 * before. Undefined when it is not the person's, or was removed.
 */
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

/** A question that another version is stored of. */
export interface EditedQuestion {
  id: string
  seq: number
  /** The first version. */
  versionOf: string
  /** The conversation's path, on which it is. */
  path: number
}

/**
 * Takes an edited question and what followed it off the shown path; `before` is the seq of its new version, which is stored already in this
 * transaction. Returns all versions, oldest first.
 */
export async function leavePath(tx: Db, edited: EditedQuestion & { conversationId: string; before: number }): Promise<string[]> {
  const { conversationId, id, seq, versionOf, before } = edited
  const { rows } = await sql<{ ids: string[] }>`
    with away as (
      update chat_message set put_away_at = now(), away_with = ${id},
        version_of = case when id = ${id} then ${versionOf} else version_of end
      where conversation_id = ${conversationId} and put_away_at is null and seq >= ${seq} and seq < ${before}
    )
    select array_agg(id order by seq) as ids from chat_message
    where (version_of = ${versionOf} or id = ${id}) and (put_away_at is null or away_with is not null)`.execute(tx)
  return rows[0]?.ids ?? []
}

/** A question, the version of it that is shown, and the reply that is being written in its conversation. */
export function findChoice(tx: Db, id: string) {
  return tx
    .selectFrom('chat_message as chosen')
    .leftJoin('chat_message as current', (join) =>
      join.onRef('current.version_of', '=', 'chosen.version_of').on('current.put_away_at', 'is', null),
    )
    .leftJoin('chat_run as run', 'run.conversation_id', 'chosen.conversation_id')
    .where('chosen.id', '=', id)
    .where('chosen.role', '=', 'user')
    .select(['current.id as currentId', 'current.seq as currentSeq', 'run.reply_id as running'])
    .select((eb) => [
      eb('chosen.put_away_at', 'is', null).as('isShown'),
      // it left by itself, not with an earlier question
      eb('chosen.away_with', '=', eb.ref('chosen.id')).as('isBeside'),
    ])
    .executeTakeFirst()
}

interface Choice {
  conversationId: string
  chosenId: string
  currentId: string
  currentSeq: number
}

/** Puts one version of a question with all that followed it in the place of another. Both lists are disjoint, so one statement does it. */
export async function changePath(tx: Db, { conversationId, chosenId, currentId, currentSeq }: Choice): Promise<void> {
  await sql`
    with conversation as (
      update chat_conversation set path = path + 1 where id = ${conversationId} returning id, path
    ), away as (
      update chat_message set put_away_at = now(), away_with = ${currentId} from conversation
      where conversation_id = conversation.id and put_away_at is null and seq >= ${currentSeq}
    )
    update chat_message set put_away_at = null, away_with = null, on_path_since = conversation.path from conversation
    where conversation_id = conversation.id and away_with = ${chosenId}`.execute(tx)
}

/** The newest message on the shown path that says something. */
export function findLastMessage(db: Db, conversationId: string) {
  return db
    .selectFrom('chat_message')
    .where('conversation_id', '=', conversationId)
    .where('put_away_at', 'is', null)
    .where('content', '<>', '')
    .orderBy('seq', 'desc')
    .limit(1)
    .select(['id', 'content'])
    .executeTakeFirst()
}

/** Sets how the last message of a conversation begins. */
export async function updatePreview(tx: Db, { conversationId, last }: { conversationId: string; last: string }): Promise<void> {
  await tx.updateTable('chat_conversation').set({ last }).where('id', '=', conversationId).execute()
}
