import type { FieldFault } from '@duo/platform/server/files/file-faults.ts'
import { z } from 'zod'
import type { BundledAgentRules } from '../../rules.ts'

const text = z.string().optional().catch(undefined)
const outlineOfSide = z
  .object({
    notes: z
      .array(z.object({ key: text, title: text }).catch({}))
      .optional()
      .catch(undefined),
  })
  .catch({})

/** Parses only what cross-field checks need, whatever else is wrong with the file. */
const outline = z.object({ slug: text, en: outlineOfSide, pt: outlineOfSide }).catch({ slug: undefined, en: {}, pt: {} })

type Notes = { key?: string | undefined; title?: string | undefined }[]

export function faultsBetweenFields(content: unknown, stem: string, rules: BundledAgentRules | null): FieldFault[] {
  const { slug, en, pt } = outline.parse(content)
  const faults: FieldFault[] = []
  if (slug !== undefined && slug !== stem) faults.push({ path: ['slug'], what: `must be the file's name, ${stem}` })
  for (const [language, { notes = [] }] of [
    ['en', en],
    ['pt', pt],
  ] as const)
    faults.push(...repeatedIn(notes, 'key', language), ...repeatedIn(notes, 'title', language))
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
