import type { Knowledge, Note } from '../knowledge.ts'
import type { ReplyInput } from '../reply-input.ts'
import { detectLanguage, findPassages } from './find-passages.ts'

const maxHints = 4

export interface ModelNotes {
  /** All notes of the agent, always in the same order, so that the provider can cache them. */
  notes: Note[]
  /** Places in `notes` of those that fit the question best. */
  hints: number[]
}

/** Returns an agent's notes for a model's prompt: all of them, or the best if they are longer than `maxLength` characters. */
export async function notesForModel(knowledge: Knowledge, input: ReplyInput, maxLength: number): Promise<ModelNotes> {
  const found = await findPassages(knowledge, input)
  const language = detectLanguage(input.question, input.history) ?? found.language
  const all = (await knowledge.getNotes({ agentId: input.agent.id, language }))?.notes ?? []
  const ranked = [...new Set([...found.answers, ...found.near].map(({ note }) => note.key))]
  const notes = withinLength(all, ranked, maxLength)
  const places = ranked.map((key) => notes.findIndex((note) => note.key === key)).filter((place) => place >= 0)
  return { notes, hints: places.slice(0, maxHints) }
}

function withinLength(all: readonly Note[], ranked: readonly string[], maxLength: number): Note[] {
  const best = (key: string) => (ranked.includes(key) ? ranked.indexOf(key) : ranked.length)
  const kept = new Set<string>()
  let length = 0
  for (const { key, title, text, source } of all.toSorted((one, other) => best(one.key) - best(other.key))) {
    length += title.length + text.length + source.length
    if (length > maxLength) break
    kept.add(key)
  }
  return all.filter(({ key }) => kept.has(key))
}
