import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fingerprint, type Persona, readPersona, readPersonas } from './persona-service.ts'
import { houseAgents } from './rules.ts'

const folder = join(import.meta.dirname, '../../../db/seeds/agents')
const right = await readFile(join(folder, 'ada-lovelace.json'), 'utf8')

/** What is wrong with Ada's file after a change to it. */
function problemsAfter(change: (persona: Persona) => void, name = 'ada-lovelace.json', house = true): string[] {
  const persona = JSON.parse(right) as Persona
  change(persona)
  const read = readPersona({ name, source: JSON.stringify(persona) }, house ? houseAgents : null)
  return 'problems' in read ? read.problems : []
}

const faults: [what: string, problem: string, change: (persona: Persona) => void][] = [
  ['a missing field', 'ada-lovelace.json: pt.description: is missing', ({ pt }) => Reflect.deleteProperty(pt, 'description')],
  ['an unknown field', 'ada-lovelace.json: en.notez: there is no such field', ({ en }) => Reflect.set(en, 'notez', [])],
  [
    'an unknown category',
    'ada-lovelace.json: category: must be one of science',
    (ada) => Reflect.set(ada, 'category', 'cooking'),
  ],
  [
    'a colour by name',
    'ada-lovelace.json: colors.2: must be a colour like #1a2b3c',
    ({ colors }) => Reflect.set(colors, 1, 'red'),
  ],
  [
    'a long description',
    'en.description: must not be longer than 140',
    ({ en }) => Reflect.set(en, 'description', 'x'.repeat(141)),
  ],
  ['markup', 'en.notes.2.text: must not have <', ({ en }) => Reflect.set(en.notes[1] ?? {}, 'text', 'a <b>bold</b> claim')],
  ['a straight quote', 'en.notes.1.text: must not have', ({ en }) => Reflect.set(en.notes[0] ?? {}, 'text', 'I said "no"')],
  ['three starters', 'pt.starters: must have 4 or more', ({ pt }) => pt.starters.pop()],
  ['no topic', 'en.voice.notCovered.1: must offer a {topic}', ({ en }) => Reflect.set(en.voice.notCovered, 0, 'I do not know.')],
  ['a note less', 'pt.notes: are ', ({ pt }) => pt.notes.pop()],
  [
    'other keys',
    'pt.notes.1.key: is other, the English one childhood',
    ({ pt }) => Reflect.set(pt.notes[0] ?? {}, 'key', 'other'),
  ],
  ['a title twice', 'en.notes: two have the title', ({ en }) => Reflect.set(en.notes[1] ?? {}, 'title', en.notes[0]?.title)],
  ['another slug', 'slug: must be the file’s name, ada-lovelace'.replace('’', "'"), (ada) => Reflect.set(ada, 'slug', 'ada')],
  [
    'few notes',
    "Duo's own agents have 20 to 24",
    ({ en, pt }) => {
      en.notes.splice(5)
      pt.notes.splice(5)
    },
  ],
]

test.each(faults)('%s is told with file and field', (_what, problem, change) => {
  expect(problemsAfter(change).join('\n')).toContain(problem)
})

test('a file that is no JSON is told', () => {
  const read = readPersona({ name: 'x.json', source: '{' }, null)
  expect('problems' in read && read.problems[0]).toContain('x.json: is no JSON')
})

test('an operator’s own agents may know less', () => {
  const few = ({ en, pt }: Persona) => {
    en.notes.splice(1)
    pt.notes.splice(1)
  }
  expect(problemsAfter(few, 'ada-lovelace.json', false)).toEqual([])
})

test('the agents that come with Duo: nine or more, all right, of many fields, each in colours of their own', async () => {
  const files = await readPersonas(folder)
  const personas = files.map((file) => readPersona(file, houseAgents))
  expect(personas.flatMap((one) => ('problems' in one ? one.problems : []))).toEqual([])
  const right = personas.filter((one): one is Persona => !('problems' in one))
  expect(right.length).toBeGreaterThanOrEqual(9)
  expect(new Set(right.map(({ category }) => category)).size).toBeGreaterThanOrEqual(7)
  expect(new Set(right.map(({ colors }) => colors.join())).size).toBe(right.length)
  expect(right.filter(({ en }) => en.lines.length > 0).map(({ slug }) => slug)).toEqual([
    'ada-lovelace',
    'leonardo-da-vinci',
    'machado-de-assis',
  ])
  expect(right.every(({ en, pt }) => (en.figure ?? '').length > 40 && (pt.figure ?? '').length > 40)).toBe(true)
})

test('no two notes of an agent are told alike, and no title of a note holds another’s', async () => {
  for (const file of await readPersonas(folder)) {
    const persona = readPersona(file, houseAgents)
    if ('problems' in persona) continue
    for (const { notes } of [persona.en, persona.pt])
      for (const one of notes) expect(notes.filter((other) => other.text.includes(one.text))).toHaveLength(1)
  }
})

test('the fingerprint follows name and content, and a folder that is not there holds nothing', async () => {
  const file = { name: 'a.json', source: '{}' }
  expect(fingerprint([file])).toBe(fingerprint([{ ...file }]))
  expect(fingerprint([file])).not.toBe(fingerprint([{ ...file, name: 'b.json' }]))
  expect(fingerprint([file])).not.toBe(fingerprint([{ ...file, source: '{ }' }]))
  expect(await readPersonas(join(folder, 'nowhere'))).toEqual([])
})
