import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import type { Insertable } from 'kysely'

/** Returns a member's items, the newest first. */
export const listItems = (db: Db, userId: string) =>
  db
    .selectFrom('__feature_name___item')
    .where('user_id', '=', userId)
    .select(['id', 'text', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export async function countItems(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('__feature_name___item')
    .where('user_id', '=', userId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Inserts an item. Returns undefined if the member has one with this text. */
export const insertItem = (db: Db, row: Insertable<Database['__feature_name___item']>) =>
  db
    .insertInto('__feature_name___item')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'text']).doNothing())
    .returning(['id', 'text', 'created_at'])
    .executeTakeFirst()

export const deleteItem = (db: Db, userId: string, id: string) =>
  db.deleteFrom('__feature_name___item').where('user_id', '=', userId).where('id', '=', id).execute()
