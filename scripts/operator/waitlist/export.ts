import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '@duo/db/errors.ts'
import * as waitlistOperator from '@duo/features/waitlist/server/admin/admin.ts'
import { Command, Option } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { csvHead, csvRows, excelOption, type Row } from '../cli/output.ts'
import { type CliIo, progress, stoppable, withDatabase } from '../cli/terminal.ts'
import { typedPath } from '../cli/typed-path.ts'
import { entryColumns } from './list.ts'

const ABOUT = 'Writes a consistent snapshot of all entries, ordered by position. Rows are streamed, with constant memory.'

const EXAMPLES = `
The file is written under a temporary name and renamed when complete; only its owner can read it. In CSV, cells that a spreadsheet
would run as a formula start with '.

Examples:
  npm run waitlist -- export --out waitlist.csv
  npm run waitlist -- export --answers --format ndjson --out waitlist.ndjson
  npm run waitlist -- export --excel --out waitlist.csv          opens in Excel by a double click
  npm run --silent waitlist -- export | head
`

interface ExportOptions {
  format: 'csv' | 'ndjson'
  excel?: boolean
  out?: string
  overwrite?: boolean
  qualification?: boolean
  followUp?: boolean
  answers?: boolean
}

const columns = ['position', ...entryColumns]
const ofQualification = ['audience_size', 'categories', 'other_category', 'goals', 'qualified_at']
const ofFollowUp = ['user_types', 'niches', 'agent_types', 'description', 'address', 'followed_up_at', 'mirrored_at']

export const exportCommand = (io: CliIo) =>
  new Command('export')
    .summary('writes the whole list')
    .description(ABOUT)
    .addOption(new Option('--format <format>', 'one entry per line in both').choices(['csv', 'ndjson']).default('csv'))
    .addOption(excelOption().conflicts('format'))
    .option('--out <file>', 'target file; default: standard output')
    .option('--overwrite', 'replaces the file if there is one')
    .option('--qualification', 'with the answers to the qualification')
    .option('--follow-up', 'with the answers to the follow-up')
    .option('--answers', 'with both')
    .addHelpText('after', EXAMPLES)
    .action((options: ExportOptions) => runExport(io, options))

async function runExport(io: CliIo, options: ExportOptions) {
  const { overwrite } = options
  if (options.out === undefined) return await write(io, options, () => io.stdout)
  const out = typedPath(options.out)
  if (existsSync(out) && !overwrite) throw new Refusal(`${out} exists; --overwrite replaces it`)
  const unfinished = `${out}.part`
  try {
    await write(io, options, () => createWriteStream(unfinished, { mode: 0o600 }))
    await rename(unfinished, out)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function write(io: CliIo, options: ExportOptions, open: () => Writable) {
  const { format, excel = false, answers, qualification = answers, followUp = answers } = options
  const head = [...columns, ...(qualification ? ofQualification : []), ...(followUp ? ofFollowUp : [])]
  return withDatabase(io, async ({ db }) => {
    const total = await waitlistOperator.countEntries(db)
    const bar = progress(io, { total: options.out === undefined && io.stdout.isTTY ? 0 : total, unit: 'entries' })
    let written = 0
    const texts = async function* () {
      if (format === 'csv') yield csvHead(head, excel)
      const answered = { qualification: qualification ?? false, followUp: followUp ?? false }
      for await (const rows of inChunks(waitlistOperator.exportEntries(db, answered))) {
        yield format === 'csv' ? csvRows(rows, head, excel) : ndjson(rows, head)
        written += rows.length
        bar.at(written)
      }
    }
    try {
      // opened here so that its errors are caught; standard output stays open for the caller
      await stoppable((signal) => pipeline(Readable.from(texts()), open(), { signal, end: options.out !== undefined }))
    } catch (error) {
      if (errorCode(error) === 'ABORT_ERR') throw new Refusal('stopped; no file was written')
      if (errorCode(error) !== 'EPIPE') throw error
    } finally {
      bar.stop()
    }
    io.stderr.write(`${written} entries\n`)
  })
}

const chunk = 500

async function* inChunks(rows: AsyncIterable<object>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row as Row)
    if (batch.length < chunk) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

const ndjson = (rows: Row[], head: string[]) =>
  rows.map((row) => `${JSON.stringify(Object.fromEntries(head.map((name) => [name, row[name]])))}\n`).join('')
