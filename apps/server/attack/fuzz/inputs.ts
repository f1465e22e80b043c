import fc from 'fast-check'
import { z } from 'zod'

/** The part of JSON Schema that our inputs use. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  format?: string
  maxLength?: number
  minLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** Real values by field name (`ticket`, `id`). Without them most inputs would fail at the first query. */
export type ValidValues = Record<string, readonly string[]>

/** Generates inputs that a procedure's parser accepts, or null if it has none. */
export function validInput(parser: unknown, validValues: ValidValues): fc.Arbitrary<unknown> {
  if (!(parser instanceof z.ZodType)) return fc.constant(null)
  return arbitraryOf(z.toJSONSchema(parser, { io: 'input', unrepresentable: 'any' }) as Schema, '', validValues)
}

function arbitraryOf(schema: Schema, name: string, validValues: ValidValues): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, name, validValues)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'string':
      return stringOf(schema, name, validValues)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: Math.min(schema.maximum ?? 1_000_000, 2 ** 31 - 1) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, name, validValues), { maxLength: Math.min(schema.maxItems ?? 3, 5) })
    case 'object':
      return objectOf(schema, validValues)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf({ properties = {}, required = [] }: Schema, validValues: ValidValues) {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, arbitraryOf(field, key, validValues)]))
  return fc.record(fields, { requiredKeys: required })
}

function stringOf({ pattern, format, minLength = 0, maxLength = 40 }: Schema, name: string, validValues: ValidValues) {
  const length = { minLength, maxLength: Math.min(maxLength, 60) }
  const made =
    format === 'uuid' ? fc.uuid() : pattern ? fc.stringMatching(new RegExp(pattern)) : fc.string({ ...length, unit: 'binary' })
  const kinds = [{ weight: 2, arbitrary: made }]
  if (name === 'email') kinds.push({ weight: 4, arbitrary: fc.emailAddress() })
  const values = validValues[name] ?? []
  if (values.length > 0) kinds.push({ weight: 6, arbitrary: fc.constantFrom(...values) })
  return fc.oneof(...kinds)
}

const nested = (depth: number, shut: (inner: unknown) => unknown) => {
  let value: unknown = 'end'
  for (let i = 0; i < depth; i++) value = shut(value)
  return value
}

const hostileValues: readonly unknown[] = [
  ...[null, true, 0, -1, 1e308, 2 ** 53, 0.1, '', ' ', [], {}, [[]], ['a', 'b'], [null]],
  ...['\0', 'a\0b', '\ud800', '\udfff\ud800', '\u202egnp.exe', '\u200b\u200d\ufeff', '\u0007\u001b[31m', '🏳️‍🌈'.repeat(40)],
  ...["' or 1=1 --", '"; drop table auth_user; --', '%00', '%s%n', '$' + '{7*7}', '{{7*7}}', '../../../../etc/passwd'],
  ...['<script>alert(1)</script>', '\r\nSet-Cookie: a=b', 'a'.repeat(10_000), 'é'.repeat(20_000), '9'.repeat(400), '-0', 'NaN'],
  ...['__proto__', 'constructor', 'toString', '1e1000', '0x10', '2026-13-45', '00000000-0000-0000-0000-000000000000'],
  nested(50, (inner) => [inner]),
  nested(2_000, (inner) => ({ a: inner })),
  ...['{"__proto__": {"isAdmin": true}}', '{"then": "x"}'].map((text): unknown => JSON.parse(text)),
  { constructor: { prototype: { isAdmin: true } } },
  { $ne: null },
  { toString: 'a', valueOf: 'b' },
]

const extraKeys = [
  '__proto__',
  'constructor',
  'prototype',
  'userId',
  'user_id',
  'role',
  'isAdmin',
  'id',
  '',
  '\0',
  'then',
  '$where',
]

/** Changes one thing in a valid input: replaces a nested value or the whole, or removes or adds a key. */
export function mutationOf(valid: unknown): fc.Arbitrary<unknown> {
  const hostile = fc.constantFrom(...hostileValues)
  if (typeof valid !== 'object' || valid === null) return hostile
  const keys = Object.keys(valid)
  const whole = fc.oneof(hostile, fc.constant([valid]), fc.constant(JSON.stringify(valid)))
  const extra = fc.tuple(fc.constantFrom(...extraKeys), hostile).map(([key, value]) => withKey(valid, key, value))
  if (keys.length === 0) return fc.oneof(whole, extra)
  const key = fc.constantFrom(...keys)
  return fc.oneof(
    { weight: 5, arbitrary: key.chain((at) => mutatedAt(valid, at)) },
    { weight: 1, arbitrary: key.map((at) => Object.fromEntries(Object.entries(valid).filter(([name]) => name !== at))) },
    { weight: 1, arbitrary: extra },
    { weight: 1, arbitrary: whole },
  )
}

function mutatedAt(valid: object, key: string): fc.Arbitrary<unknown> {
  const value = (valid as Record<string, unknown>)[key]
  const replaced: fc.Arbitrary<unknown> = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...hostileValues) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>([value], { [key]: value }) },
  )
  return fc.oneof(replaced, typeof value === 'object' ? mutationOf(value) : replaced).map((other) => withKey(valid, key, other))
}

// assigning to `__proto__` would not define a property, but JSON.parse does
const withKey = (input: object, key: string, value: unknown) =>
  Object.defineProperty({ ...input }, key, { value, enumerable: true, configurable: true, writable: true })
