import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '@duo/db/errors.ts'
import { waitlistOperator } from '@duo/features/server'
import { Command, Option } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { csvHead, csvRows, type Row } from '../cli/output.ts'
import { type CliIo, progress, stoppable, withDatabase } from '../cli/terminal.ts'
import { typedPath } from '../cli/typed-path.ts'

const ABOUT =
  'Writes every entry of one moment, in the order of position. Rows are streamed: memory stays the same however long the list is.'

const EXAMPLES = `
A file is written beside its name and renamed when it is whole, readable by its owner only. In CSV, cells that a spreadsheet would run
as a formula begin with '.

Examples:
  npm run waitlist -- export --out waitlist.csv
  npm run waitlist -- export --answers --format ndjson --out waitlist.ndjson
  npm run --silent waitlist -- export | head
`

interface ExportOptions {
  format: 'csv' | 'ndjson'
  out?: string
  overwrite?: boolean
  qualification?: boolean
  followUp?: boolean
  answers?: boolean
}

const columns = [
  ...['position', 'seat', 'id', 'email', 'language', 'referral_code', 'invited_by', 'friends', 'confirmed_at', 'credit'],
  ...['suspicion', 'invited_at', 'wave', 'unsubscribed_at', 'created_at'],
]
const ofQualification = ['audience_size', 'categories', 'other_category', 'goals', 'qualified_at']
const ofFollowUp = ['user_types', 'niches', 'agent_types', 'description', 'address', 'followed_up_at', 'mirrored_at']

export const exportCommand = (world: CliIo) =>
  new Command('export')
    .summary('writes the whole list')
    .description(ABOUT)
    .addOption(new Option('--format <format>', 'one row a line either way').choices(['csv', 'ndjson']).default('csv'))
    .option('--out <file>', 'where to; standard output otherwise')
    .option('--overwrite', 'replaces the file if there is one')
    .option('--qualification', 'with the answers to the qualification')
    .option('--follow-up', 'with the answers to the follow-up')
    .option('--answers', 'with both')
    .addHelpText('after', EXAMPLES)
    .action((options: ExportOptions) => runExport(world, options))

async function runExport(world: CliIo, options: ExportOptions) {
  const { overwrite } = options
  if (options.out === undefined) return await write(world, options, () => world.stdout)
  const out = typedPath(options.out)
  if (existsSync(out) && !overwrite) throw new Refusal(`${out} exists; --overwrite replaces it`)
  const unfinished = `${out}.part`
  try {
    await write(world, options, () => createWriteStream(unfinished, { mode: 0o600 }))
    await rename(unfinished, out)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function write(world: CliIo, options: ExportOptions, open: () => Writable) {
  const { format, answers, qualification = answers, followUp = answers } = options
  const head = [...columns, ...(qualification ? ofQualification : []), ...(followUp ? ofFollowUp : [])]
  return withDatabase(world, async ({ db }) => {
    const total = await waitlistOperator.countEntries(db)
    const bar = progress(world, { total: options.out === undefined && world.stdout.isTTY ? 0 : total, unit: 'entries' })
    let written = 0
    const texts = async function* () {
      if (format === 'csv') yield csvHead(head)
      const answered = { qualification: qualification ?? false, followUp: followUp ?? false }
      for await (const rows of inChunks(waitlistOperator.exportEntries(db, answered))) {
        yield format === 'csv' ? csvRows(rows, head) : ndjson(rows, head)
        written += rows.length
        bar.at(written)
      }
    }
    try {
      // opened here, where its failure is heard; standard output stays open for whoever started us
      await stoppable((signal) => pipeline(Readable.from(texts()), open(), { signal, end: options.out !== undefined }))
    } catch (error) {
      if (errorCode(error) === 'ABORT_ERR') throw new Refusal('stopped; nothing was kept')
      // whoever read us has seen enough
      if (errorCode(error) !== 'EPIPE') throw error
    } finally {
      bar.stop()
    }
    world.stderr.write(`${written} entries\n`)
  })
}

/** Rows that are written at a time. */
const chunk = 500

async function* inChunks(rows: AsyncIterable<object>): AsyncGenerator<Row[]> {
  let kept: Row[] = []
  for await (const row of rows) {
    kept.push(row as Row)
    if (kept.length < chunk) continue
    yield kept
    kept = []
  }
  if (kept.length > 0) yield kept
}

/** One JSON document a line, its keys in the order of the head. */
const ndjson = (rows: Row[], head: string[]) =>
  rows.map((row) => `${JSON.stringify(Object.fromEntries(head.map((name) => [name, row[name]])))}\n`).join('')
