import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export interface ListFilter {
  confirmed?: boolean
  language?: 'en' | 'pt'
  review?: boolean
  wave?: string
  after?: number
  limit: number
}

export const entryColumns = [
  's.seat',
  's.id',
  's.email',
  's.language',
  's.referral_code',
  's.invited_by',
  's.confirmed_at',
  's.credit',
  's.fraud_signals',
  's.invited_at',
  's.wave',
  's.unsubscribed_at',
  's.created_at',
] as const

export function selectEntries(db: Db) {
  return db
    .selectFrom('waitlist_signup as s')
    .leftJoin('waitlist_advanced_seat as m', 'm.seat', 's.seat')
    .select(entryColumns)
    .select((eb) => eb.fn.coalesce('m.friends', sql<number>`0`).as('friends'))
}

export function listEntries(db: Db, { confirmed, language, review, wave, after, limit }: ListFilter) {
  return selectEntries(db)
    .$if(confirmed !== undefined, (query) => query.where('s.confirmed_at', confirmed ? 'is not' : 'is', null))
    .$if(language !== undefined, (query) => query.where('s.language', '=', language ?? 'en'))
    .$if(review === true, (query) => query.where('s.credit', '=', 'review'))
    .$if(wave !== undefined, (query) => query.where('s.wave', '=', wave ?? ''))
    .$if(after !== undefined, (query) => query.where('s.seat', '>', after ?? 0))
    .orderBy('s.seat')
    .limit(limit)
    .execute()
}

export async function findEntryId(db: Db, column: 'id' | 'email' | 'referral_code', value: string): Promise<string | undefined> {
  const row = await db.selectFrom('waitlist_signup').where(column, '=', value).select('id').executeTakeFirst()
  return row?.id
}

export function findEntry(db: Db, id: string) {
  return selectEntries(db)
    .leftJoin('waitlist_signup as inviter', 'inviter.id', 's.invited_by')
    .leftJoin('auth_user as account', 'account.id', 's.user_id')
    .where('s.id', '=', id)
    .select(['inviter.email as inviter_email', 'account.email as account_email', 's.user_agent'])
    .executeTakeFirst()
}

export async function countFriends(db: Db, id: string) {
  const { rows } = await sql<{ state: string; people: number }>`
    select case when confirmed_at is null then 'waiting' else coalesce(credit, 'confirmed') end as state, count(*) as people
    from waitlist_signup where invited_by = ${id} group by 1 order by 1`.execute(db)
  return rows
}

export function listFriends(db: Db, id: string, limit: number) {
  return db
    .selectFrom('waitlist_signup')
    .where('invited_by', '=', id)
    .select(['id', 'email', 'confirmed_at', 'credit', 'fraud_signals', 'created_at'])
    .orderBy('seat', 'desc')
    .limit(limit)
    .execute()
}

export function listEvents(db: Db, id: string) {
  return db
    .selectFrom('waitlist_event')
    .where('signup_id', '=', id)
    .select(['created_at as at', 'kind', 'data'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findSurveys(db: Db, id: string) {
  const [qualification, followUp, drafts] = await Promise.all([
    db.selectFrom('survey_qualification').where('signup_id', '=', id).selectAll().executeTakeFirst(),
    db.selectFrom('survey_follow_up').where('signup_id', '=', id).selectAll().executeTakeFirst(),
    db.selectFrom('survey_draft').where('signup_id', '=', id).select(['survey', 'answers', 'updated_at']).execute(),
  ])
  return { qualification: qualification ?? null, follow_up: followUp ?? null, drafts }
}

export function findReminders(db: Db, id: string) {
  return db
    .selectFrom('waitlist_reminder')
    .where('signup_id', '=', id)
    .select(['confirm_step', 'confirm_at', 'place', 'place_at'])
    .executeTakeFirst()
}

export function listSignupsInReview(db: Db, reason?: string) {
  return db
    .selectFrom('waitlist_signup as s')
    .leftJoin('waitlist_signup as inviter', 'inviter.id', 's.invited_by')
    .where('s.credit', '=', 'review')
    .$if(reason !== undefined, (query) => query.where(sql<boolean>`${reason} = any(s.fraud_signals)`))
    .select(['s.id', 's.email', 's.fraud_signals', 's.confirmed_at', 's.created_at', 'inviter.email as inviter_email'])
    .orderBy('s.seat')
    .execute()
}

/** Locks an entry's credit, so that two operators do not decide at once. */
export function lockCredit(db: Db, id: string) {
  return db
    .selectFrom('waitlist_signup')
    .where('id', '=', id)
    .select(['id', 'invited_by', 'mailbox_hash', 'credit'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function updateCredit(db: Db, id: string, credit: 'refused' | null) {
  return db.updateTable('waitlist_signup').set({ credit }).where('id', '=', id).execute()
}
