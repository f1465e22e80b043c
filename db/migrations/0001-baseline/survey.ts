import { type Kysely, sql } from 'kysely'
import { defaultNow, onlyOneOf, partOf, required, texts } from './columns.ts'

export async function createSurveys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('survey_qualification')
    .addColumn('signup_id', 'uuid', onlyOneOf('waitlist_signup'))
    .addColumn('audience_size', 'text', required)
    .addColumn('categories', texts, required)
    .addColumn('other_category', 'text')
    .addColumn('goals', texts, required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('updated_at', 'timestamptz', defaultNow)
    .execute()

  await db.schema
    .createTable('survey_follow_up')
    .addColumn('signup_id', 'uuid', onlyOneOf('waitlist_signup'))
    .addColumn('user_types', texts, required)
    .addColumn('niches', texts, required)
    .addColumn('agent_types', texts, required)
    .addColumn('description', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('mirrored_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addColumn('updated_at', 'timestamptz', defaultNow)
    .execute()
  await db.schema
    .createIndex('survey_follow_up_unmirrored')
    .on('survey_follow_up')
    .column('created_at')
    .where(sql<boolean>`mirrored_at is null`)
    .execute()

  await db.schema
    .createTable('survey_draft')
    .addColumn('signup_id', 'uuid', partOf('waitlist_signup'))
    .addColumn('survey', 'text', (column) => column.notNull().check(sql`survey in ('qualification', 'follow_up')`))
    .addColumn('answers', 'jsonb', required)
    .addColumn('updated_at', 'timestamptz', defaultNow)
    .addPrimaryKeyConstraint('survey_draft_pkey', ['signup_id', 'survey'])
    .execute()
}
