import type { z } from 'zod'

/**
 * The type of a function that returns its argument, which must name one of the values:
 * `const field: FieldOf<typeof joinForm> = (name) => name`. With it, a form's field that nothing reads does not compile.
 */
export type NameOf<Values> = <Name extends keyof Values & string>(name: Name) => Name

/** Names of a schema's fields. Types only, so that documents load no zod. */
export type FieldOf<Schema extends z.ZodType> = NameOf<z.input<Schema>>
