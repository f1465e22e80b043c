import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledAgentRules } from '../../rules.ts'
import { fingerprint, type Persona, readPersona, readPersonas } from './read-personas.ts'

const folder = join(import.meta.dirname, '../../../../../db/seeds/agents')
const right = await readFile(join(folder, 'ada-lovelace.json'), 'utf8')

function problemsAfter(change: (persona: Persona) => void, name = 'ada-lovelace.json', isBundled = true): string[] {
  const persona = JSON.parse(right) as Persona
  change(persona)
  const read = readPersona({ name, source: JSON.stringify(persona) }, isBundled ? bundledAgentRules : null)
  return 'problems' in read ? read.problems : []
}

const faults: [what: string, problem: string, change: (persona: Persona) => void][] = [
  ['a missing field', 'ada-lovelace.json:1: pt.description: is missing', ({ pt }) => Reflect.deleteProperty(pt, 'description')],
  ['an unknown field', 'ada-lovelace.json:1: en.notez: there is no such field', ({ en }) => Reflect.set(en, 'notez', [])],
  [
    'an unknown category',
    'ada-lovelace.json:1: category: must be one of science',
    (ada) => Reflect.set(ada, 'category', 'cooking'),
  ],
  [
    'a named colour',
    'ada-lovelace.json:1: colors.2: must be a colour like #1a2b3c',
    ({ colors }) => Reflect.set(colors, 1, 'red'),
  ],
  [
    'an overlong description',
    'en.description: must not be longer than 140',
    ({ en }) => Reflect.set(en, 'description', 'x'.repeat(141)),
  ],
  ['markup', 'en.notes.2.text: must not have <', ({ en }) => Reflect.set(en.notes[1] ?? {}, 'text', 'a <b>bold</b> claim')],
  ['a straight quote', 'en.notes.1.text: must not have', ({ en }) => Reflect.set(en.notes[0] ?? {}, 'text', 'I said "no"')],
  ['too few starters', 'pt.starters: must have 4 or more', ({ pt }) => pt.starters.pop()],
  [
    'a missing topic placeholder',
    'en.voice.notCovered.1: must offer a {topic}',
    ({ en }) => Reflect.set(en.voice.notCovered, 0, 'I do not know.'),
  ],
  ['a missing note', 'pt.notes: lack the note', ({ pt }) => pt.notes.pop()],
  [
    'an unknown note key',
    'pt.notes.1.key: no English note has the key other',
    ({ pt }) => Reflect.set(pt.notes[0] ?? {}, 'key', 'other'),
  ],
  [
    'a fact set after an unknown note',
    'en.notes.1.facts.1.after: no note has the key other',
    ({ en }) => Reflect.set(en.notes[0]?.facts?.[0] ?? {}, 'after', { other: ['and then?'] }),
  ],
  [
    'a duplicate title',
    'en.notes.2.title: two notes have the title',
    ({ en }) => Reflect.set(en.notes[1] ?? {}, 'title', en.notes[0]?.title),
  ],
  ['a wrong slug', 'slug: must be the file’s name, ada-lovelace'.replace('’', "'"), (ada) => Reflect.set(ada, 'slug', 'ada')],
  [
    'too few notes',
    "Duo's own agents have 20 to 36",
    ({ en, pt }) => {
      en.notes.splice(5)
      pt.notes.splice(5)
    },
  ],
]

test.each(faults)('reports %s with file and field', (_what, problem, change) => {
  expect(problemsAfter(change).join('\n')).toContain(problem)
})

test('reports all faults of a file at once, in order, with their lines', () => {
  const source = right
    .replace('"slug": "ada-lovelace"', '"slug": "ada"')
    .replace('"category": "technology"', '"category": "cooking",\n  "nickname": "Ada"')
    .replace(/"voiceDescription": "[^"]*",\n/, '')
    .replace('"key": "childhood"', '"key": "childhood",\n        "key": "youth"')
  const read = readPersona({ name: 'ada-lovelace.json', source }, bundledAgentRules)
  const line = (text: string) => source.slice(0, source.indexOf(text)).split('\n').length
  const problems = 'problems' in read ? read.problems : []
  // facts set after the renamed note
  expect(problems.filter((one) => !one.includes('.after: '))).toEqual([
    "ada-lovelace.json:2: slug: must be the file's name, ada-lovelace",
    expect.stringMatching(`^ada-lovelace.json:${line('"cooking"')}: category: must be one of `),
    `ada-lovelace.json:${line('"nickname"')}: nickname: there is no such field`,
    `ada-lovelace.json:${line('"en": {\n    "desc')}: en.voiceDescription: is missing`,
    `ada-lovelace.json:${line('"key": "youth"')}: en.notes.2.key: is given twice`,
    expect.stringMatching(/: pt\.notes: lack the note youth, which en\.notes has$/),
    expect.stringMatching(/: pt\.notes\.2\.key: no English note has the key childhood$/),
  ])
})

test('reports a file that is not JSON or not UTF-8, with the line', () => {
  const problems = (source: string) => {
    const read = readPersona({ name: 'x.json', source }, null)
    return 'problems' in read ? read.problems : []
  }
  expect(problems('{\n  "slug": "x"\n  "name": "X"\n}')).toEqual(['x.json:3: is not valid JSON: comma expected'])
  expect(problems('{\n  "slug": "x",\n}')).toEqual(['x.json:3: is not valid JSON: property name expected'])
  expect(problems('{\n  // mine\n  "slug": "x"\n}')).toEqual(['x.json:2: is not valid JSON: invalid comment token'])
  expect(problems('')).toEqual([expect.stringMatching(/^x\.json:1: is not valid JSON: /)])
  expect(problems('[]')).toContain("x.json:1: file: must be an object with the agent's fields")
  expect(problems('{\n"name": "Jo\uFFFDo"}')).toContain('x.json:2: file: is not UTF-8 text: save it as UTF-8')
})

test('an operator’s own agents may have fewer notes', () => {
  const few = ({ en, pt }: Persona) => {
    en.notes.splice(1)
    pt.notes.splice(1)
  }
  expect(problemsAfter(few, 'ada-lovelace.json', false)).toEqual([])
})

test('bundles nine or more valid agents, with many categories and different colours', async () => {
  const files = await readPersonas(folder)
  const personas = files.map((file) => readPersona(file, bundledAgentRules))
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

test('no note of an agent contains the text of another', async () => {
  for (const file of await readPersonas(folder)) {
    const persona = readPersona(file, bundledAgentRules)
    if ('problems' in persona) continue
    for (const { notes } of [persona.en, persona.pt])
      for (const one of notes) expect(notes.filter((other) => other.text.includes(one.text))).toHaveLength(1)
  }
})

test('the fingerprint depends on name and content, and a missing folder has no personas', async () => {
  const file = { name: 'a.json', source: '{}' }
  expect(fingerprint([file])).toBe(fingerprint([{ ...file }]))
  expect(fingerprint([file])).not.toBe(fingerprint([{ ...file, name: 'b.json' }]))
  expect(fingerprint([file])).not.toBe(fingerprint([{ ...file, source: '{ }' }]))
  expect(await readPersonas(join(folder, 'nowhere'))).toEqual([])
})
