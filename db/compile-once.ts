import { type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely'
import type { Lookups } from './index.ts'

/** Where a statement that is compiled once has a value of each call. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Slots<Values> = { [Name in keyof Values]: Expression<Values[Name]> }

/**
 * A statement that is put together the first time it is run, and from then on only given its values: for what a person waits for with
 * every call, where putting the text together takes longer than Postgres does. Whatever else goes into the text stays as it was the first
 * time. (Made here: `kysely-params` brings a Kysely of its own.)
 */
export function compileOnce<Values extends object, Row>(
  write: (slots: Slots<Values>) => RawBuilder<Row>,
): (db: Lookups, values: Values) => Promise<Row[]> {
  const slots = new Proxy({}, { get: (_, name) => sql`${new Slot(String(name))}` }) as Slots<Values>
  let known: CompiledQuery<Row> | undefined
  return async (db, values) => {
    known ??= write(slots).compile(db)
    const parameters = known.parameters.map((value) => (value instanceof Slot ? values[value.name as keyof Values] : value))
    const { rows } = await db.executeQuery<Row>({ ...known, parameters })
    return rows
  }
}
