import type { Db } from '@duo/db/index.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { placeStep, termsOf } from '../reading/passage-row.ts'
import { joined, placeAgain, placeColumns } from './changed-places.ts'
import * as queries from './passage-queries.ts'

interface EditedAgent {
  number: number
  language: Locale
}

/** Read texts, and the passages that the creator made of them. */
interface Edit {
  originals: readonly string[]
  passages: queries.PassageRow[]
}

/** Repeats the edits of a version in its replacement, wherever the same texts were read one after the other. Before it is counted. */
export async function carryEdits(db: Db, agent: EditedAgent, { from, to }: { from: string; to: string }): Promise<void> {
  const edits = editsOf(await queries.listAllPassages(db, from))
  if (edits.length === 0) return
  const read = await queries.listAllPassages(db, to)
  const texts = read.map(({ text }) => text)
  const taken = new Set<number>()
  for (const { originals, passages } of edits) {
    const start = findRun(texts, originals, taken)
    if (start === -1) continue
    const replaced = read.slice(start, start + originals.length)
    for (let index = start; index < start + originals.length; index += 1) taken.add(index)
    await replace(db, agent, replaced, { originals, passages })
  }
}

/** Groups the edited passages by the read texts that they show. */
function editsOf(passages: readonly queries.PassageRow[]): Edit[] {
  const edits = new Map<string, Edit>()
  for (const passage of passages) {
    const { text, originals, hidden } = passage
    const isAsRead = originals.length === 1 && originals[0] === text && !hidden
    if (isAsRead) continue
    const key = JSON.stringify(originals)
    const edit = edits.get(key) ?? { originals, passages: [] }
    edit.passages.push(passage)
    edits.set(key, edit)
  }
  return [...edits.values()]
}

const findRun = (texts: readonly string[], run: readonly string[], taken: ReadonlySet<number>) =>
  texts.findIndex((_, start) => run.every((text, offset) => texts[start + offset] === text && !taken.has(start + offset)))

async function replace(
  db: Db,
  agent: EditedAgent,
  read: readonly queries.PassageRow[],
  { originals, passages }: Edit,
): Promise<void> {
  const [first] = read
  if (!first) return
  const readText = joined(read)
  await queries.removePassages(
    db,
    read.map(({ id }) => id),
  )
  for (const [index, { text, hidden, question }] of passages.entries()) {
    const placed = placeAgain(text, readText)
    await queries.insertPassage(db, {
      ...placeColumns(placed),
      id: uuidv7(),
      version_id: first.versionId,
      place: first.place + Math.floor((index * placeStep) / passages.length),
      question,
      originals: [...originals],
      hidden,
      terms: termsOf({ text, headings: placed.headings, question }, { agentNumber: agent.number, language: agent.language }),
    })
  }
}
