import { type Kysely, sql } from 'kysely'

/** Items of members, deleted with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('__feature_name___item')
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('user_id', 'uuid', (column) => column.notNull().references('auth_user.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .addUniqueConstraint('__feature_name___item_user_id_text_key', ['user_id', 'text'])
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('__feature_name___item').execute()
}
