import type { Db } from '@duo/db/index.ts'

/** The entry that somebody's account has claimed. */
export function signupOf(db: Db, userId: string) {
  return db.selectFrom('waitlist_signup').where('user_id', '=', userId).select('id').executeTakeFirst()
}

/** The entry of an address that no account has claimed. */
export function unclaimed(db: Db, email: string) {
  return db
    .selectFrom('waitlist_signup')
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .select(['id', 'language'])
    .executeTakeFirst()
}

export function setOwner(db: Db, id: string, userId: string) {
  return db.updateTable('waitlist_signup').set({ user_id: userId }).where('id', '=', id).where('user_id', 'is', null).execute()
}
