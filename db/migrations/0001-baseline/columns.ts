import { type ColumnDefinitionBuilder, sql } from 'kysely'

type Column = ColumnDefinitionBuilder

export const texts = sql`text[]`
export const searchWords = sql`tsvector`

export const primaryKey = (column: Column) => column.primaryKey()
export const required = (column: Column) => column.notNull()
export const unique = (column: Column) => column.notNull().unique()
export const defaultNow = (column: Column) => column.notNull().defaultTo(sql`now()`)
export const defaultZero = (column: Column) => column.notNull().defaultTo(0)
export const defaultFalse = (column: Column) => column.notNull().defaultTo(false)
/** For arrays and JSON objects: the text is the same. */
export const defaultEmpty = (column: Column) => column.notNull().defaultTo(sql`'{}'`)
export const language = (column: Column) => column.notNull().check(sql`language in ('en', 'pt')`)

/** The row is deleted with the one that it references. */
export const partOf =
  (table: string, key = 'id') =>
  (column: Column) =>
    column.notNull().references(`${table}.${key}`).onDelete('cascade')

/** The row is the only one about the row that it references, and deleted with it. */
export const onlyOneOf =
  (table: string, key = 'id') =>
  (column: Column) =>
    column.primaryKey().references(`${table}.${key}`).onDelete('cascade')
