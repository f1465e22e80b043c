import type { Db } from '@duo/db/index.ts'

/** Whether the account's place on the waitlist was invited. */
export const isInvited = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('waitlist_signup')
    .where('user_id', '=', userId)
    .where('invited_at', 'is not', null)
    .select('id')
    .executeTakeFirst()) !== undefined
