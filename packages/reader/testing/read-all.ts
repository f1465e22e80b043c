import type { FileType, Passage, ReaderEvent, Refusal } from '../document.ts'

export interface Result {
  type: FileType | null
  title: string | null
  pages: number | null
  passages: Passage[]
  done: Extract<ReaderEvent, { kind: 'done' }> | null
  refused: Refusal | null
  /** Of `done` and `refused`: one for each file. */
  ends: number
}

export async function readAll(events: AsyncIterable<ReaderEvent>): Promise<Result> {
  const result: Result = { type: null, title: null, pages: null, passages: [], done: null, refused: null, ends: 0 }
  for await (const event of events) {
    if (event.kind === 'opened') Object.assign(result, { type: event.type, title: event.title, pages: event.pages })
    if (event.kind === 'passages') result.passages.push(...event.passages)
    if (event.kind === 'done') result.done = event
    if (event.kind === 'refused') result.refused = event.reason
    if (event.kind === 'done' || event.kind === 'refused') result.ends += 1
  }
  return result
}
