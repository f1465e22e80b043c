import { createHash } from 'node:crypto'
import { z } from 'zod'

// The format is documented in docs/operations.md. COPY escapes line feeds and backslashes, so no row equals the terminator.

export const headerSchema = z.object({
  format: z.literal('duo-backup'),
  version: z.literal(1),
  createdAt: z.string(),
  postgres: z.string(),
  migration: z.string(),
  secretFingerprint: z.string().nullable(),
  secret: z.string().optional(),
  sequences: z.record(z.string(), z.object({ last: z.string(), called: z.boolean() })),
  tables: z.array(z.string()),
})
export type Header = z.infer<typeof headerSchema>

const sectionSchema = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ jobs: z.literal(true) }),
  z.object({ end: z.literal(true) }),
])
type Head = Exclude<z.infer<typeof sectionSchema>, { end: true }>

const footSchema = z.object({ rows: z.number(), sha256: z.string() })

export type Summary = { name: string; rows: number; sha256: string }

/** Read all of `body` before the next section. */
export type Section = { head: Head; body: AsyncGenerator<Buffer> }

/** The file is not a backup, or was changed. */
export class DamagedBackup extends Error {}

/** Bytes of a header or section line, and of a row. Ours are far shorter; a longer one would have to be held in memory. */
const maxLine = 1 << 20
const maxRow = 1 << 24

const terminator = Buffer.from('\\.\n')
const lineFeed = 10

export const line = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

export async function* writeSection(head: Head, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, Summary> {
  yield line(head)
  const tally = startTally(nameOf(head))
  for await (const chunk of body) {
    tally.add(chunk)
    yield chunk
  }
  yield terminator
  const { name: _, ...foot } = tally.end()
  yield line(foot)
  return tally.end()
}

const nameOf = (head: Head) => ('table' in head ? head.table : 'jobs')

function startTally(name: string) {
  const hash = createHash('sha256')
  let rows = 0
  let summary: Summary | undefined
  return {
    add: (chunk: Buffer) => {
      hash.update(chunk)
      // byte by byte, because a search per row takes 20 times as long for short rows
      for (let at = 0; at < chunk.length; at += 1) if (chunk[at] === lineFeed) rows += 1
    },
    end: (): Summary => {
      summary ??= { name, rows, sha256: hash.digest('hex') }
      return summary
    },
  }
}

/** Parses a backup's decompressed bytes. Throws `DamagedBackup` for a format error. */
export async function openSections(
  chunks: AsyncIterable<Buffer>,
): Promise<{ header: Header; sections: AsyncGenerator<Section> }> {
  const reader = readerOf(chunks)
  const header = understand(headerSchema, await reader.line())
  return { header, sections: sectionsOf(reader, new Set(header.tables)) }
}

/** Tables of the header, each once, then the jobs once, then the end. Judges a section by its first line, before its rows. */
async function* sectionsOf(reader: Reader, unread: Set<string>): AsyncGenerator<Section> {
  let hasJobs = false
  for (;;) {
    const head = understand(sectionSchema, await reader.line())
    if ('end' in head) break
    if (hasJobs) throw new DamagedBackup('it has a section after its jobs')
    hasJobs = 'jobs' in head
    if ('table' in head) judgeHead(head, unread)
    const tally = startTally(nameOf(head))
    let isRead = false
    const body = async function* () {
      for await (const chunk of reader.rows()) {
        tally.add(chunk)
        yield chunk
      }
      isRead = true
    }
    yield { head, body: body() }
    if (!isRead) throw new Error('read a section to its end before the next one')
    const foot = understand(footSchema, await reader.line())
    const { rows, sha256 } = tally.end()
    if (rows !== foot.rows || sha256 !== foot.sha256) throw new DamagedBackup(`${nameOf(head)} has been changed`)
  }
  if (!hasJobs) throw new DamagedBackup('it has no jobs section')
  if (!(await reader.isAtEnd())) throw new DamagedBackup('it continues after its end')
}

/** Names of our migrations. A system table has none of these, and quoting is never needed. */
const ownName = /^(?!pg_)[a-z][a-z0-9_]{0,62}$/

function judgeHead({ table, columns }: Extract<Head, { table: string }>, unread: Set<string>): void {
  if (!ownName.test(table) || !unread.delete(table))
    throw new DamagedBackup('it has a section that is no table of ours, or a table twice')
  if (columns.length !== new Set(columns).size || !columns.every((name) => ownName.test(name)))
    throw new DamagedBackup(`the columns of ${table} are not those of its migration`)
}

function understand<T>(schema: z.ZodType<T>, text: string): T {
  const parsed = schema.safeParse(parse(text))
  if (!parsed.success) throw new DamagedBackup('a line is malformed')
  return parsed.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DamagedBackup('a line is malformed')
  }
}

export async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of body) {
    rest = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed, start)) {
      yield rest.toString('utf8', start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
}

/** Finds a line feed and the terminator. Searches for the backslash, which is rarer than line feeds. */
function endOfRows(bytes: Buffer): number {
  let at = bytes.indexOf(terminator)
  while (at >= 0 && bytes[at - 1] !== lineFeed) at = bytes.indexOf(terminator, at + 1)
  return Math.max(-1, at - 1)
}

/** Returns a function that takes consecutive chunks and throws once a row is longer than allowed. */
function limitRows(): (chunk: Buffer) => void {
  let length = 0
  return (chunk) => {
    const firstEnd = chunk.indexOf(lineFeed)
    const isTooLong = length + (firstEnd < 0 ? chunk.length : firstEnd) > maxRow
    if (isTooLong) throw new DamagedBackup('a row is too long')
    // chunks are shorter than a row may be, so only the first row of one can be too long
    length = firstEnd < 0 ? length + chunk.length : chunk.length - 1 - chunk.lastIndexOf(lineFeed)
  }
}

type Reader = { line: () => Promise<string>; rows: () => AsyncGenerator<Buffer>; isAtEnd: () => Promise<boolean> }

function readerOf(chunks: AsyncIterable<Buffer>): Reader {
  const source = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async () => {
    const { done, value } = await source.next()
    if (done) return false
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return true
  }
  const orCutOff = (isComplete: boolean) => {
    if (!isComplete) throw new DamagedBackup('it is truncated')
  }
  return {
    line: async () => {
      let end = rest.indexOf(lineFeed)
      while (end < 0 && rest.length <= maxLine) {
        orCutOff(await more())
        end = rest.indexOf(lineFeed)
      }
      if (end < 0 || end > maxLine) throw new DamagedBackup('a line is too long')
      const text = rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
      return text
    },
    rows: async function* () {
      while (rest.length < terminator.length) orCutOff(await more())
      if (rest.indexOf(terminator) === 0) {
        rest = rest.subarray(terminator.length)
        return
      }
      const limit = limitRows()
      for (;;) {
        const end = endOfRows(rest)
        const safeEnd = end >= 0 ? end + 1 : Math.max(0, rest.length - terminator.length)
        limit(rest.subarray(0, safeEnd))
        if (safeEnd > 0) yield rest.subarray(0, safeEnd)
        rest = rest.subarray(end >= 0 ? safeEnd + terminator.length : safeEnd)
        if (end >= 0) return
        orCutOff(await more())
      }
    },
    isAtEnd: async () => rest.length === 0 && !(await more()),
  }
}
