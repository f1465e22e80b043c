import { z } from 'zod'
import type { Schema, ValidValues } from '../fuzz/inputs.ts'

/** Repeated to a field's greatest length. Each is the worst case of some parser, regular expression, normalizer or renderer. */
export const worstUnits: Record<string, string> = {
  letters: 'a',
  words: 'ab ',
  spaces: ' ',
  'line feeds': 'a\n',
  digits: '1',
  'full stops': 'a.',
  'half addresses': 'a@a.',
  'domain labels': 'a-',
  'block quotes': '>',
  brackets: '[',
  emphases: 'a*',
  'backslashes and quotes': '\\"',
  'combining marks': 'e\u0301',
  'long compositions': '\u1100\u1161\u11a8',
  'expanding ligatures': '\ufdfa',
  'joined emoji': '🏳️‍🌈',
  'right-to-left overrides': '\u202ea',
  'capitals that grow': 'İ',
  negations: 'not i never ',
  sums: '1+',
  'brackets and sums': '(1*',
  feelings: 'i want to ',
}

/** In characters; what fits into a body of 64 kB. */
const longest = 12_000

/** Fills every field of a procedure's input with repetitions of a text, as long as its schema allows, and every list to its end. */
export function worstInput(parser: unknown, unit: string, validValues: ValidValues): unknown {
  if (!(parser instanceof z.ZodType)) return undefined
  return fill(z.toJSONSchema(parser, { io: 'input', unrepresentable: 'any' }) as Schema, '', unit, validValues)
}

function fill(schema: Schema, name: string, unit: string, validValues: ValidValues): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fill(choices[0] ?? {}, name, unit, validValues)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'string':
      return fillString(schema, name, unit, validValues)
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? 1e6, 1e6)
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: Math.min(schema.maxItems ?? 50, 50) }, () => fill(schema.items ?? {}, name, unit, validValues))
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, field]) => [key, fill(field, key, unit, validValues)]),
      )
    default:
      return repeated(unit, 1_000)
  }
}

/** Ids, tickets and slugs are real, so that the work behind them happens. */
function fillString({ maxLength = longest }: Schema, name: string, unit: string, validValues: ValidValues): string {
  return validValues[name]?.[0] ?? repeated(unit, Math.min(maxLength, longest))
}

export const repeated = (unit: string, length: number) =>
  unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .toWellFormed()
