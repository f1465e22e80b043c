import type { z } from 'zod'

/**
 * The type of a function that returns its argument, which must be a field of the schema:
 * `const field: FieldOf<typeof joinForm> = (name) => name`. A form with a field that the schema does not read fails to compile.
 * A type only, so that documents load no zod.
 */
export type FieldOf<Schema extends z.ZodType> = <Name extends keyof z.input<Schema> & string>(name: Name) => Name
