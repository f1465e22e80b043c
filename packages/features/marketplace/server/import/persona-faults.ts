import type { FieldFault } from '@duo/platform/server/files/file-faults.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { z } from 'zod'
import type { BundledAgentRules } from '../../rules.ts'

const text = z.string().optional().catch(undefined)
const texts = z.array(z.string()).catch([])
const keyed = z.record(z.string(), z.unknown()).catch({})
const outlineOfNote = z.object({
  key: text,
  title: text,
  text,
  source: text,
  terms: texts,
  facts: z.array(z.object({ text: z.string(), after: keyed }).catch({ text: '', after: {} })).catch([]),
})
const outlineOfSide = z
  .object({
    notes: z
      .array(outlineOfNote.catch({ terms: [], facts: [] }))
      .optional()
      .catch(undefined),
  })
  .catch({})

/** Parses only what cross-field checks need, whatever else is wrong with the file. */
const outline = z.object({ slug: text, en: outlineOfSide, pt: outlineOfSide }).catch({ slug: undefined, en: {}, pt: {} })

type Notes = NonNullable<z.infer<typeof outlineOfSide>['notes']>

export function faultsBetweenFields(content: unknown, stem: string, rules: BundledAgentRules | null): FieldFault[] {
  const { slug, en, pt } = outline.parse(content)
  const faults: FieldFault[] = []
  if (slug !== undefined && slug !== stem) faults.push({ path: ['slug'], what: `must be the file's name, ${stem}` })
  for (const [language, { notes = [] }] of [
    ['en', en],
    ['pt', pt],
  ] as const)
    faults.push(
      ...repeatedIn(notes, 'key', language),
      ...repeatedIn(notes, 'title', language),
      ...unknownInFacts(notes, language),
      ...unknownNotes(notes, language),
    )
  if (en.notes && pt.notes) faults.push(...unevenNotes(en.notes, pt.notes))
  const count = en.notes?.length
  if (rules && count !== undefined && (count < rules.minNotes || count > rules.maxNotes))
    faults.push({
      path: ['en', 'notes'],
      what: `are ${count}, Duo's own agents have ${rules.minNotes} to ${rules.maxNotes}`,
    })
  return faults
}

function repeatedIn(notes: Notes, field: 'key' | 'title', language: string): FieldFault[] {
  const seen = new Set<string>()
  return notes.flatMap((note, index) => {
    const value = note[field]?.toLowerCase()
    if (value === undefined || !seen.has(value)) {
      if (value !== undefined) seen.add(value)
      return []
    }
    return [{ path: [language, 'notes', index, field], what: `two notes have the ${field} ${note[field]}` }]
  })
}

/** A fact adds nothing to its note: each name and number of it occurs there. */
const unknownInFacts = (notes: Notes, language: string): FieldFault[] =>
  notes.flatMap(({ title = '', text = '', source = '', terms, facts }, note) => {
    const known = new Set(plainWords([title, text, source, ...terms].join(' ')))
    return facts.flatMap((fact, place) =>
      namesAndNumbers(fact.text)
        .filter((word) => plainWords(word).some((one) => !known.has(one)))
        .map((word) => ({
          path: [language, 'notes', note, 'facts', place, 'text'],
          what: `says ${word}, which its note does not`,
        })),
    )
  })

const unknownNotes = (notes: Notes, language: string): FieldFault[] =>
  notes.flatMap(({ facts }, note) =>
    facts.flatMap(({ after }, place) =>
      Object.keys(after)
        .filter((key) => !notes.some((one) => one.key === key))
        .map((key) => ({ path: [language, 'notes', note, 'facts', place, 'after'], what: `no note has the key ${key}` })),
    ),
  )

/** Returns capitalized words that do not begin a sentence or a quotation, and words with digits. */
const namesAndNumbers = (text: string): string[] =>
  text
    .split(/(?<=[.!?…:;]”?) |“/)
    .flatMap((sentence) =>
      (sentence.match(/[\p{L}\p{N}]+/gu) ?? []).filter(
        (word, at) => /\d/.test(word) || (at > 0 && /^\p{Lu}\p{L}/u.test(word) && word !== 'Eu'),
      ),
    )

/** Both languages need the same notes in the same order, because replies find the other language's note by its key. */
function unevenNotes(en: Notes, pt: Notes): FieldFault[] {
  const [english, portuguese] = [en.map(({ key }) => key), pt.map(({ key }) => key)]
  const missing = english.filter((key) => key !== undefined && !portuguese.includes(key))
  const foreign = portuguese.flatMap((key, index) =>
    key === undefined || english.includes(key)
      ? []
      : [{ path: ['pt', 'notes', index, 'key'], what: `no English note has the key ${key}` }],
  )
  const unevenKeys = [
    ...missing.map((key) => ({ path: ['pt', 'notes'], what: `lack the note ${key}, which en.notes has` })),
    ...foreign,
  ]
  const odd = english.findIndex((key, index) => key !== portuguese[index])
  if (unevenKeys.length > 0 || odd < 0 || portuguese[odd] === undefined || english.includes(undefined)) return unevenKeys
  return [{ path: ['pt', 'notes', odd, 'key'], what: `is ${portuguese[odd]}, but the English note is ${english[odd]}` }]
}
