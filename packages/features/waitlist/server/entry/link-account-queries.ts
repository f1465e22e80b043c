import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export function findSignupByUser(db: Db, userId: string) {
  return db.selectFrom('waitlist_signup').where('user_id', '=', userId).select('id').executeTakeFirst()
}

/** Returns the entry linked to the account, then an unlinked one with its verified e-mail, confirmed or not. */
export function listSignupsOfUser(db: Db, userId: string) {
  return db
    .selectFrom('waitlist_signup')
    .where(({ eb, or, and, selectFrom }) =>
      or([
        eb('user_id', '=', userId),
        and([
          eb('user_id', 'is', null),
          eb(
            'email',
            '=',
            selectFrom('auth_user').where('id', '=', userId).where('confirmed_at', 'is not', null).select('email'),
          ),
        ]),
      ]),
    )
    .select('id')
    .orderBy('user_id', (order) => order.nullsLast())
    .execute()
}

export function findUnlinkedSignup(db: Db, email: string) {
  return db
    .selectFrom('waitlist_signup')
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .select(['id', 'language'])
    .executeTakeFirst()
}

export function linkSignup(db: Db, id: string, userId: string) {
  return db.updateTable('waitlist_signup').set({ user_id: userId }).where('id', '=', id).where('user_id', 'is', null).execute()
}

/** Links the entry to the account that has verified its e-mail and has no entry. */
export function linkSignupToVerifiedUser(db: Db, id: string) {
  return sql`
    update waitlist_signup as signup set user_id = person.id
    from auth_user as person
    where signup.id = ${id} and signup.user_id is null and person.email = signup.email and person.confirmed_at is not null
      and not exists (select from waitlist_signup as other where other.user_id = person.id)`.execute(db)
}
