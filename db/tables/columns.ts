import type { ColumnType, Generated } from 'kysely'

/** `timestamptz not null default now()`, immutable. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>

/** A jsonb object with a default. pg serializes objects as JSON, but arrays as Postgres arrays. */
export type JsonObject<T extends object = Record<string, unknown>> = ColumnType<T, T | undefined, T>

/** What seeds have written of a kind of content: a table of one row. */
export interface ContentVersionRow {
  one: Generated<boolean>
  version: Generated<number>
  fingerprint: string | null
  /** False after an operator seeded another folder, which a start must not overwrite. */
  bundled: Generated<boolean>
  updated_at: Generated<Date>
}
