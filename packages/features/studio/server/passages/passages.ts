import { type Db, inTransaction } from '@duo/db/index.ts'
import type { PlacedText } from '@duo/reader/passages/marks.ts'
import { v7 as uuidv7 } from 'uuid'
import { maxPassageLength, passagesPerPage } from '../../rules.ts'
import type { PassageResult, PassagesResult, StudioPassage } from '../../schema.ts'
import { lockAgent } from '../agent-queries.ts'
import { assertOwn } from '../assert-own.ts'
import type { StudioContext } from '../context.ts'
import { findDocument, listVersions } from '../documents/document-queries.ts'
import { toDocument } from '../documents/documents.ts'
import { termsOf } from '../reading/passage-row.ts'
import { countPassages, uncountPassagesById } from '../search/term-queries.ts'
import { joined, partOf, placeAgain, placeColumns } from './changed-places.ts'
import * as queries from './passage-queries.ts'

export const toPassage = ({ versionId: _of, ...row }: queries.PassageRow): StudioPassage => ({
  ...row,
  isEdited: isEdited(row),
})

const isEdited = ({ text, originals }: Pick<queries.PassageRow, 'text' | 'originals'>) =>
  originals.length !== 1 || originals[0] !== text

/** Returns a page of the passages of the version that answers. */
export async function listPassages(
  { db, user }: StudioContext,
  { documentId, after }: { documentId: string; after: number },
): Promise<PassagesResult> {
  const found = assertOwn(await findDocument(db, { id: documentId, ownerId: user.id }))
  const document = toDocument(found, await listVersions(db, [documentId]))
  const agent = { id: found.agentId, name: found.agentName }
  if (!document.current) return { document, agent, passages: [], after: null }
  const rows = await queries.listPassages(db, { versionId: document.current.id, after, limit: passagesPerPage + 1 })
  const page = rows.slice(0, passagesPerPage)
  return {
    document,
    agent,
    passages: page.map(toPassage),
    after: rows.length > page.length ? (page.at(-1)?.place ?? null) : null,
  }
}

type Own = NonNullable<Awaited<ReturnType<typeof queries.findPassage>>>

/** Changes a passage of a current version. The index of its agent changes in the same transaction. */
function change(
  { db, user }: StudioContext,
  id: string,
  run: (tx: Db, passage: Own, agent: { id: string; number: number }) => Promise<PassageResult>,
): Promise<PassageResult> {
  return inTransaction(db, async (tx) => {
    const own = { id, ownerId: user.id }
    const { agentId } = assertOwn(await queries.findPassage(tx, own))
    const agent = assertOwn(await lockAgent(tx, { id: agentId, ownerId: user.id }))
    const passage = await queries.findPassage(tx, own)
    return passage ? await run(tx, passage, agent) : { error: 'changed' }
  })
}

const shown = async (tx: Db, ids: readonly string[], removed: string[] = []): Promise<PassageResult> => ({
  error: null,
  passages: (await queries.listPassagesById(tx, ids)).map(toPassage),
  removed,
})

/** What changes with the text of a passage. */
const columnsOf = (passage: Own, placed: PlacedText) => ({ ...placeColumns(placed), terms: termsFor(passage, placed) })

const termsFor = ({ question, ...passage }: Own, { text, headings }: PlacedText) =>
  termsOf({ text, headings, question }, { agentNumber: passage.agentNumber, language: passage.language ?? passage.agentLanguage })

/** Replaces a passage's text, unless it is no longer `before`. The file stays as it is. */
export const edit = (context: StudioContext, { id, text, before }: { id: string; text: string; before?: string | undefined }) =>
  change(context, id, async (tx, passage, agent) => {
    if (before !== undefined && before !== passage.text) return { error: 'changed' }
    await uncountPassagesById(tx, agent, [id])
    await queries.updatePassage(tx, id, columnsOf(passage, placeAgain(text, passage)))
    await countPassages(tx, agent, [id])
    return await shown(tx, [id])
  })

/** Takes a passage out of the search, or back into it. */
export const hide = (context: StudioContext, { id, hidden }: { id: string; hidden: boolean }) =>
  change(context, id, async (tx, passage, agent) => {
    if (passage.hidden !== hidden) {
      if (hidden) await uncountPassagesById(tx, agent, [id])
      await queries.updatePassage(tx, id, { hidden })
      if (!hidden) await countPassages(tx, agent, [id])
    }
    return await shown(tx, [id])
  })

/** Joins a passage with the next one. Refusals `last`, `too_long`. */
export const mergeWithNext = (context: StudioContext, id: string) =>
  change(context, id, async (tx, passage, agent) => {
    const [next] = await queries.listPassages(tx, { versionId: passage.versionId, after: passage.place, limit: 1 })
    if (!next) return { error: 'last' }
    const whole = joined([passage, next])
    if (whole.text.length > maxPassageLength) return { error: 'too_long' }
    const originals = [...new Set([...passage.originals, ...next.originals])]
    const parts = await queries.listShowing(tx, passage.versionId, originals)
    await uncountPassagesById(tx, agent, [id, next.id])
    await queries.removePassages(tx, [next.id])
    await queries.updatePassage(tx, id, { ...columnsOf(passage, whole), hidden: passage.hidden && next.hidden })
    // other parts of the same read texts share them from now on, so that a new version finds them together
    for (const part of parts) if (part.id !== next.id) await queries.updatePassage(tx, part.id, { originals })
    await countPassages(tx, agent, [id])
    return await shown(tx, [id], [next.id])
  })

/** Splits a passage before a character. */
export const split = (context: StudioContext, { id, at }: { id: string; at: number }) =>
  change(context, id, async (tx, passage, agent) => {
    const [first, second] = [partOf(passage, 0, at), partOf(passage, at, passage.text.length)]
    const [next] = await queries.listPassages(tx, { versionId: passage.versionId, after: passage.place, limit: 1 })
    const place = next ? Math.floor((passage.place + next.place) / 2) : passage.place + 1
    if (first.text === '' || second.text === '' || place === passage.place) return { error: 'last' }
    await uncountPassagesById(tx, agent, [id])
    await queries.updatePassage(tx, id, columnsOf(passage, first))
    const { versionId, question, originals, hidden } = passage
    const newId = uuidv7()
    await queries.insertPassage(tx, {
      ...columnsOf(passage, second),
      id: newId,
      version_id: versionId,
      place,
      question,
      originals,
      hidden,
    })
    await countPassages(tx, agent, [id, newId])
    return await shown(tx, [id, newId])
  })
