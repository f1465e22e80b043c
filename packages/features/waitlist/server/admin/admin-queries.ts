import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export interface ListFilter {
  confirmed?: boolean
  language?: 'en' | 'pt'
  review?: boolean
  wave?: string
  /** The seat of the last entry of the page before. */
  after?: number
  limit: number
}

/** What the operator sees of an entry in lists; the export adds the position. */
export const entryColumns = [
  's.seat',
  's.id',
  's.email',
  's.language',
  's.referral_code',
  's.invited_by',
  's.confirmed_at',
  's.credit',
  's.suspicion',
  's.invited_at',
  's.wave',
  's.unsubscribed_at',
  's.created_at',
] as const

/** Entries with the friends that count for them; the order is the caller's. */
export function selectEntries(db: Db) {
  return db
    .selectFrom('waitlist_signup as s')
    .leftJoin('waitlist_mover as m', 'm.seat', 's.seat')
    .select(entryColumns)
    .select((eb) => eb.fn.coalesce('m.friends', sql<number>`0`).as('friends'))
}

/** A page of entries in the order of joining. */
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

/** The id behind an id, an address in its stored form or a referral code; undefined when there is none. */
export async function findEntryId(db: Db, column: 'id' | 'email' | 'referral_code', value: string): Promise<string | undefined> {
  const row = await db.selectFrom('waitlist_signup').where(column, '=', value).select('id').executeTakeFirst()
  return row?.id
}

/** One entry with its inviter. */
export function findEntry(db: Db, id: string) {
  return selectEntries(db)
    .leftJoin('waitlist_signup as inviter', 'inviter.id', 's.invited_by')
    .where('s.id', '=', id)
    .select(['inviter.email as inviter_email', 's.user_agent'])
    .executeTakeFirst()
}

/** How many people joined with the entry's code, by what became of their credit. */
export async function countFriends(db: Db, id: string) {
  const { rows } = await sql<{ state: string; people: number }>`
    select case when confirmed_at is null then 'waiting' else coalesce(credit, 'confirmed') end as state, count(*) as people
    from waitlist_signup where invited_by = ${id} group by 1 order by 1`.execute(db)
  return rows
}

/** The newest of those who joined with the entry's code. */
export function listFriends(db: Db, id: string, limit: number) {
  return db
    .selectFrom('waitlist_signup')
    .where('invited_by', '=', id)
    .select(['id', 'email', 'confirmed_at', 'credit', 'suspicion', 'created_at'])
    .orderBy('seat', 'desc')
    .limit(limit)
    .execute()
}

/** What happened to the entry, oldest first. */
export function listEvents(db: Db, id: string) {
  return db
    .selectFrom('waitlist_event')
    .where('signup_id', '=', id)
    .select(['created_at as at', 'kind', 'data'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** What the person answered so far. */
export async function findSurveys(db: Db, id: string) {
  const [qualification, followUp, drafts] = await Promise.all([
    db.selectFrom('survey_qualification').where('signup_id', '=', id).selectAll().executeTakeFirst(),
    db.selectFrom('survey_follow_up').where('signup_id', '=', id).selectAll().executeTakeFirst(),
    db.selectFrom('survey_draft').where('signup_id', '=', id).select(['survey', 'answers', 'updated_at']).execute(),
  ])
  return { qualification: qualification ?? null, follow_up: followUp ?? null, drafts }
}

/** Entries whose credit waits for review, in the order of joining; those with the reason only, where one is given. */
export function listSignupsInReview(db: Db, reason?: string) {
  return db
    .selectFrom('waitlist_signup as s')
    .leftJoin('waitlist_signup as inviter', 'inviter.id', 's.invited_by')
    .where('s.credit', '=', 'review')
    .$if(reason !== undefined, (query) => query.where(sql<boolean>`${reason} = any(s.suspicion)`))
    .select(['s.id', 's.email', 's.suspicion', 's.confirmed_at', 's.created_at', 'inviter.email as inviter_email'])
    .orderBy('s.seat')
    .execute()
}

/** The entry's credit, locked until the transaction ends, so that two operators do not decide about it at once. */
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
