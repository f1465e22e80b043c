import { type Kysely, sql } from 'kysely'
import { defaultNow, defaultZero, onlyOneOf, partOf, required } from './columns.ts'

export async function createBilling(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('billing_subscription')
    .addColumn('user_id', 'uuid', onlyOneOf('auth_user'))
    .addColumn('plan', 'text', (column) => column.notNull().check(sql`plan in ('free', 'pro', 'growth', 'business')`))
    .addColumn('started_at', 'timestamptz', defaultNow)
    .execute()

  await db.schema
    .createTable('billing_usage')
    .addColumn('user_id', 'uuid', partOf('auth_user'))
    .addColumn('month', 'date', required)
    .addColumn('tokens', 'bigint', (column) => defaultZero(column).check(sql`tokens >= 0`))
    .addPrimaryKeyConstraint('billing_usage_pkey', ['user_id', 'month'])
    .execute()
}
