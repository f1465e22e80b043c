import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frontMatter, personaFields } from '@duo/features/seed'
import { expect, test } from 'vitest'
import { z } from 'zod'

// the parts of a JSON schema that the reference documents
interface Field {
  properties?: Record<string, Field>
  items?: Field
  enum?: string[]
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}

const text = readFileSync(join(import.meta.dirname, '../../../docs/seeds.md'), 'utf8')

// returns the descriptions by field, from the table below a heading
function rowsBelow(heading: string): Map<string, string> {
  const [, part = ''] = text.split(`## ${heading}`)
  const [table = ''] = part.split('\n## ')
  return new Map(
    [...table.matchAll(/^\| `([\w.]+)` \| (.+) \|$/gm)].map(([, field = '', description = '']) => [field, description]),
  )
}

// returns all fields by path, with the limits that the reference must name
function limits(field: Field, path: string): [path: string, limits: string[]][] {
  const { properties, items } = field
  const inside = items?.properties ?? properties
  const { maxLength, minItems, maxItems, minimum, maximum } = field
  const own: [string, string[]][] =
    path === '' || (properties && !items)
      ? []
      : [[path, [...(field.enum ?? []), maxLength, items?.maxLength, minItems, maxItems, minimum, maximum].flatMap(limitText)]]
  return [...own, ...Object.entries(inside ?? {}).flatMap(([name, one]) => limits(one, path ? `${path}.${name}` : name))]
}

const limitText = (limit: string | number | undefined) => (limit === undefined ? [] : [String(limit)])
const fieldsOf = (schema: z.ZodType) => limits(z.toJSONSchema(schema, { io: 'input' }) as Field, '')

test.each([
  ['Articles', fieldsOf(frontMatter)],
  ['Agents', fieldsOf(personaFields).filter(([path]) => !path.startsWith('pt.'))],
])('the reference documents every field of %s with its limits, and no other', (heading, fields) => {
  const rows = rowsBelow(heading)
  expect(new Set(rows.keys())).toEqual(new Set(fields.map(([path]) => path)))
  for (const [path, limits] of fields)
    for (const limit of limits) expect(`${path}: ${rows.get(path)}`).toMatch(new RegExp(`[\\s\`]${limit}\\b`))
})

test('both languages of an agent have the same fields', () => {
  const { en, pt } = personaFields.shape
  expect(fieldsOf(pt)).toEqual(fieldsOf(en))
})
