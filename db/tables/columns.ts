import type { ColumnType } from 'kysely'

/** `timestamptz not null default now()`, immutable. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>

/** A jsonb object with a default. pg serializes objects as JSON, but arrays as Postgres arrays. */
export type JsonObject<T extends object = Record<string, unknown>> = ColumnType<T, T | undefined, T>
