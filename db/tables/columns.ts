import type { ColumnType } from 'kysely'

/** `timestamptz not null default now()` that nothing changes afterwards. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>

/** A jsonb object with a default. pg writes objects as JSON by itself (but not arrays, which it writes as Postgres arrays). */
export type JsonObject<T extends object = Record<string, unknown>> = ColumnType<T, T | undefined, T>
