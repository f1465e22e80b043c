import * as waitlistOperator from '@duo/features/waitlist/server/admin/admin.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { csv, excelOption, type Format, json, table } from '../cli/output.ts'
import { type CliIo, withDatabase } from '../cli/terminal.ts'

const EXAMPLES = `
Examples:
  npm run waitlist -- list --confirmed --language pt
  npm run waitlist -- list --review --json
  npm run waitlist -- list --limit 200 --after 200     the page after seat 200
`

interface ListOptions extends Format {
  confirmed?: boolean
  language?: 'en' | 'pt'
  review?: boolean
  wave?: string
  limit: number
  after?: number
}

const inTable = ['seat', 'email', 'language', 'confirmed_at', 'friends', 'credit', 'wave', 'created_at', 'id']
/** Of an entry in CSV. */
export const entryColumns = [
  ...['seat', 'id', 'email', 'language', 'referral_code', 'invited_by', 'friends', 'confirmed_at', 'credit'],
  ...['fraud_signals', 'invited_at', 'wave', 'unsubscribed_at', 'created_at'],
]

export const listCommand = (io: CliIo) =>
  new Command('list')
    .summary('lists entries')
    .description('Lists entries in the order of joining, a page at a time.')
    .addOption(new Option('--confirmed', 'only confirmed ones').conflicts('unconfirmed'))
    .addOption(new Option('--unconfirmed', 'only unconfirmed ones').conflicts('confirmed'))
    .addOption(new Option('--language <language>', 'only this language').choices(['en', 'pt']))
    .option('--review', 'only those with a credit pending review')
    .option('--wave <name>', 'only members of this wave')
    .option('--limit <n>', 'entries per page, 1000 at most', wholeNumber(1, 1000), 50)
    .option('--after <seat>', 'continues after this seat', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .addOption(new Option('--json', 'prints JSON: { entries, next }').conflicts(['csv', 'excel']))
    .option('--csv', 'prints CSV with a header')
    .addOption(excelOption().conflicts('json'))
    .addHelpText('after', EXAMPLES)
    .action((options: ListOptions & { unconfirmed?: boolean }) => list(io, options))

async function list(
  io: CliIo,
  { json: asJson, csv: asCsv, excel, unconfirmed, ...filter }: ListOptions & { unconfirmed?: boolean },
) {
  const confirmed = unconfirmed ? false : filter.confirmed
  const page = await withDatabase(io, ({ db }) => waitlistOperator.listEntries(db, { ...filter, confirmed }))
  if (asJson) io.stdout.write(json(page))
  else if (asCsv || excel) io.stdout.write(csv(page.entries, entryColumns, { excel }))
  else if (page.entries.length === 0) io.stderr.write('No entries.\n')
  else io.stdout.write(`${table(page.entries, inTable)}\n`)
  if (!asJson && page.next !== null) io.stderr.write(`There are more: --after ${page.next}\n`)
}

export function wholeNumber(min: number, max: number) {
  return (text: string) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    return value
  }
}
