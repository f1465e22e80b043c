import type { Block, SourceBlock } from '../document.ts'

/** What a format's reader returns at once, and the blocks as it reads on. */
export interface Opened {
  title: string | null
  pages: number | null
  parts: AsyncIterable<Part> | Iterable<Part>
}

export interface Part {
  blocks: SourceBlock[]
  /** So far. */
  pagesRead: number | null
  /** Pages without text among those of this part. */
  emptyPages?: number[]
}

export const noPlace = { headings: [], page: null, second: null, line: null } satisfies Omit<Block, 'text'>

/** Blocks in portions, so that the first passages of a long text are there before its end. */
export function* inParts(blocks: Iterable<Block>): Generator<Part> {
  let portion: Block[] = []
  for (const block of blocks) {
    portion.push(block)
    if (portion.length >= 200) {
      yield { blocks: portion, pagesRead: null }
      portion = []
    }
  }
  yield { blocks: portion, pagesRead: null }
}
