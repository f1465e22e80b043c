import { waitlistOperator } from '@duo/features/server'
import { Command, InvalidArgumentError, Option } from 'commander'
import { csv, type Format, json, table } from '../cli/output.ts'
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
const inCsv = [
  ...['seat', 'id', 'email', 'language', 'referral_code', 'invited_by', 'friends', 'confirmed_at', 'credit'],
  ...['suspicion', 'invited_at', 'wave', 'unsubscribed_at', 'created_at'],
]

export const listCommand = (world: CliIo) =>
  new Command('list')
    .summary('lists entries')
    .description('Lists entries in the order of joining, a page at a time.')
    .addOption(new Option('--confirmed', 'only confirmed ones').conflicts('unconfirmed'))
    .addOption(new Option('--unconfirmed', 'only unconfirmed ones').conflicts('confirmed'))
    .addOption(new Option('--language <language>', 'only this language').choices(['en', 'pt']))
    .option('--review', 'only those whose credit waits for review')
    .option('--wave <name>', 'only those whom this wave invited')
    .option('--limit <n>', 'entries a page, 1000 at most', wholeNumber(1, 1000), 50)
    .option('--after <seat>', 'goes on after this seat', wholeNumber(0, Number.MAX_SAFE_INTEGER))
    .addOption(new Option('--json', 'one document: { entries, next }').conflicts('csv'))
    .option('--csv', 'comma-separated, with a head')
    .addHelpText('after', EXAMPLES)
    .action((options: ListOptions & { unconfirmed?: boolean }) => list(world, options))

async function list(world: CliIo, { json: asJson, csv: asCsv, unconfirmed, ...filter }: ListOptions & { unconfirmed?: boolean }) {
  const confirmed = unconfirmed ? false : filter.confirmed
  const page = await withDatabase(world, ({ db }) => waitlistOperator.listEntries(db, { ...filter, confirmed }))
  if (asJson) world.stdout.write(json(page))
  else if (asCsv) world.stdout.write(csv(page.entries, inCsv))
  else if (page.entries.length === 0) world.stderr.write('Nobody.\n')
  else world.stdout.write(`${table(page.entries, inTable)}\n`)
  if (!asJson && page.next !== null) world.stderr.write(`There are more: --after ${page.next}\n`)
}

/** Reads a whole number of a range from the command line. */
export function wholeNumber(min: number, max: number) {
  return (given: string) => {
    const value = Number(given)
    if (!/^\d+$/.test(given) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    return value
  }
}
