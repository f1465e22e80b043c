import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { sql } from 'kysely'
import { isUnused } from '../users/user-queries.ts'
import type { MailKind } from './mail-kind.ts'

type Mail = Omit<Database['auth_mail'], 'created_at' | 'refused_at' | 'kind'> & { kind: MailKind }

export function insertMail(db: Db, mail: Mail) {
  return db.insertInto('auth_mail').values(mail).execute()
}

export function findMail(db: Db, id: string) {
  return db
    .selectFrom('auth_mail as mail')
    .leftJoin('auth_user as person', (join) =>
      join.on((eb) =>
        eb.or([
          eb('person.id', '=', eb.ref('mail.user_id')),
          eb.and([eb('mail.user_id', 'is', null), eb('person.email', '=', eb.ref('mail.email'))]),
        ]),
      ),
    )
    .leftJoin('auth_account as way', (join) =>
      join.onRef('way.user_id', '=', 'person.id').on('way.provider_id', '=', 'credential'),
    )
    .leftJoin('auth_event as event', 'event.id', 'mail.event_id')
    .where('mail.id', '=', id)
    .select([
      'mail.kind',
      'mail.email',
      'mail.language',
      'mail.next',
      'person.id as userId',
      'person.name',
      'way.password as hash',
      'person.email as currentEmail',
      'person.email_verified as confirmed',
      'person.pending_email as pendingEmail',
      'person.pending_id as pendingId',
      'person.language as userLanguage',
      'mail.event_id as eventId',
      'event.user_agent as userAgent',
      'event.at as eventAt',
      'event.kind as eventKind',
      'event.key_hint as keyHint',
    ])
    .executeTakeFirst()
}

export function deleteMail(db: Db, id: string) {
  return db.deleteFrom('auth_mail').where('id', '=', id).execute()
}

export function markRefused(db: Db, id: string) {
  return db.updateTable('auth_mail').set({ refused_at: sql`now()` }).where('id', '=', id).execute()
}

export function unmarkRefused(db: Db, email: string) {
  return db
    .updateTable('auth_mail')
    .set({ refused_at: null })
    .where('email', '=', email)
    .where('refused_at', 'is not', null)
    .execute()
}

export async function isRefused(db: Db, id: string): Promise<boolean> {
  const mail = await db
    .selectFrom('auth_mail')
    .where('id', '=', id)
    .where('refused_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return mail !== undefined
}

/** Whether a link that this user asked to have mailed to the address was refused. */
export async function isChangeRefused(db: Db, { userId, email }: { userId: string; email: string }): Promise<boolean> {
  const mail = await db
    .selectFrom('auth_mail')
    .where('email', '=', email)
    .where('refused_at', 'is not', null)
    .where('user_id', '=', userId)
    .where('kind', '=', 'change')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return mail !== undefined
}

export async function findUserIdByEmail(db: Db, email: string): Promise<string | null> {
  return (await db.selectFrom('auth_user').where('email', '=', email).select('id').executeTakeFirst())?.id ?? null
}

/** Whether an account has the address. While addresses are confirmed, a sign-up that was never used keeps none (`deleteUnused`). */
export async function isTaken(db: Db, email: string, { confirmsEmail }: { confirmsEmail: boolean }): Promise<boolean> {
  const account = await db
    .selectFrom('auth_user')
    .where('email', '=', email)
    .$if(confirmsEmail, (query) => query.where(sql<boolean>`not (${isUnused})`))
    .select('id')
    .executeTakeFirst()
  return account !== undefined
}

export async function purgeMails(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from auth_mail
    where id in (select id from auth_mail where created_at < now() - interval '7 days' limit ${limit})
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
