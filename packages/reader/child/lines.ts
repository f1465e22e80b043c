import type { Readable } from 'node:stream'

/** A line has twenty passages; a longer one is an attack on this process's memory. */
const maxLine = 2_000_000
/** Bytes of all lines. */
const maxTotal = 120_000_000

export class TooLongError extends Error {}

/** The lines of a process's output, as it writes them. */
export async function* linesOf(output: Readable): AsyncGenerator<string> {
  let rest = ''
  let total = 0
  const decoder = new TextDecoder()
  for await (const chunk of output) {
    if (!(chunk instanceof Uint8Array)) continue
    total += chunk.length
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLine || total > maxTotal) throw new TooLongError('the reader writes too much')
    yield* lines
  }
}
