import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { type Insertable, sql } from 'kysely'

type Survey = Database['survey_draft']['survey']
type Row<T extends keyof Database> = Insertable<Database[T]>

/** Locks the entry until the transaction ends: it cannot be erased, and a draft sent before the answers waits for them. */
export function lockEntry(db: Db, id: string) {
  return selectEntry(db, id).forNoKeyUpdate().executeTakeFirst()
}

export function findEntry(db: Db, id: string) {
  return selectEntry(db, id).executeTakeFirst()
}

const selectEntry = (db: Db, id: string) =>
  db.selectFrom('waitlist_signup').where('id', '=', id).select(['email', 'confirmed_at', 'ticket_generation'])

export function upsertQualification(db: Db, row: Row<'survey_qualification'>) {
  return db
    .insertInto('survey_qualification')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('signup_id').doUpdateSet((eb) => ({
        audience_size: eb.ref('excluded.audience_size'),
        categories: eb.ref('excluded.categories'),
        other_category: eb.ref('excluded.other_category'),
        goals: eb.ref('excluded.goals'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** Identical answers (a retry) change nothing, so the spreadsheet gets no second row. */
export function upsertFollowUp(db: Db, row: Omit<Row<'survey_follow_up'>, 'mirrored_at'>) {
  return db
    .insertInto('survey_follow_up')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('signup_id')
        .doUpdateSet((eb) => ({
          user_types: eb.ref('excluded.user_types'),
          niches: eb.ref('excluded.niches'),
          agent_types: eb.ref('excluded.agent_types'),
          description: eb.ref('excluded.description'),
          address: eb.ref('excluded.address'),
          mirrored_at: null,
          updated_at: sql<Date>`now()`,
        }))
        .where(
          sql<boolean>`(survey_follow_up.user_types, survey_follow_up.niches, survey_follow_up.agent_types,
              survey_follow_up.description, survey_follow_up.address)
            is distinct from (excluded.user_types, excluded.niches, excluded.agent_types, excluded.description, excluded.address)`,
        ),
    )
    .execute()
}

/** Returns undefined if a draft exists and must not be replaced. */
export function upsertDraft(db: Db, row: Row<'survey_draft'>, canReplace: boolean) {
  return db
    .insertInto('survey_draft')
    .values(row)
    .onConflict((conflict) => {
      const target = conflict.columns(['signup_id', 'survey'])
      if (!canReplace) return target.doNothing()
      return target.doUpdateSet((eb) => ({ answers: eb.ref('excluded.answers'), updated_at: sql<Date>`now()` }))
    })
    .returning('updated_at')
    .executeTakeFirst()
}

export function deleteDraft(db: Db, id: string, survey: Survey) {
  return db.deleteFrom('survey_draft').where('signup_id', '=', id).where('survey', '=', survey).execute()
}

export function findQualification(db: Db, id: string) {
  return db.selectFrom('survey_qualification').where('signup_id', '=', id).selectAll().executeTakeFirst()
}

export function findFollowUp(db: Db, id: string) {
  return db.selectFrom('survey_follow_up').where('signup_id', '=', id).selectAll().executeTakeFirst()
}

export function listDrafts(db: Db, id: string) {
  return db.selectFrom('survey_draft').where('signup_id', '=', id).orderBy('survey', 'desc').selectAll().execute()
}
