import { join } from 'node:path'
import { cliEnv, databaseName, requireConfirmation } from '@duo/db/cli/cli-env.ts'
import type { Db } from '@duo/db/index.ts'
import { bundledAgentRules, bundledRules, seedAgents, seedArticles, seedMembers } from '@duo/features/seed'
import type { SeedOptions } from '@duo/platform/server/files/seed-plan.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { runProgram } from '../cli/program.ts'
import { type CliIo, machine, withDatabase } from '../cli/terminal.ts'
import { typedPath } from '../cli/typed-path.ts'
import { seedFolder } from './seed-folder.ts'

const ABOUT = `Seeds the marketplace, the blog or the waitlist.

A start of the server updates the bundled agents and articles, but not those seeded from another folder. docs/seeds.md explains every field.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). The server may be running and shows changes within a second.`

const MORE = `
Examples:
  npm run seed -- agents ./my-agents --dry-run
  npm run seed -- articles ./my-articles
  npm run seed -- agents --remove                restores the agents bundled with Duo
  npm run seed -- waitlist 50

Exit codes: 0 done, 1 failed or declined, 2 invalid arguments or no terminal.
`

const folderSeeds = {
  agents: {
    summary: 'seeds the marketplace with the agents of the folder (<slug>.json)',
    seed: (db: Db, folder: string, isBundled: boolean, options: SeedOptions) =>
      seedAgents(db, folder, isBundled ? bundledAgentRules : null, options),
  },
  articles: {
    summary: 'seeds the blog with the articles of the folder (en/<slug>.md and pt/<slug>.md, front matter and Markdown)',
    seed: (db: Db, folder: string, isBundled: boolean, options: SeedOptions) =>
      seedArticles(db, folder, isBundled ? bundledRules : null, options),
  },
}
type Kind = keyof typeof folderSeeds

const bundledFolder = (of: Kind) => join(import.meta.dirname, '../../../db/seeds', of)

/** Runs the command line. Resolves to the exit code: 0 done, 1 failed or declined, 2 invalid arguments or no terminal. */
export async function main(args: string[], io: CliIo = machine('seed')): Promise<number> {
  let seedCode = 0
  const program = new Command('seed').usage('agents|articles|waitlist [options]').description(ABOUT).addHelpText('after', MORE)
  for (const kind of ['agents', 'articles'] as const)
    program.addCommand(
      folderCommand(kind).action(async (typed: string | undefined, flags: Flags) => {
        const folder = typed === undefined ? bundledFolder(kind) : typedPath(typed)
        seedCode = await seedFromFolder(io, { kind, folder, flags, args })
      }),
    )
  program.addCommand(waitlistCommand(io))
  return (await runProgram(program, args, io)) || seedCode
}

interface Flags {
  add?: boolean
  remove?: boolean
  yes?: boolean
  dryRun?: boolean
}

const folderCommand = (kind: Kind) =>
  new Command(kind)
    .summary(folderSeeds[kind].summary)
    .description(
      `Shows what would be added, changed, hidden and removed, and asks first. What is not in the folder stays. If files are faulty, ` +
        'all faults are reported with their lines and nothing is changed.',
    )
    .argument('[folder]', 'by default those bundled with Duo', requireName)
    .addOption(new Option('--add', `only adds: existing ${kind} stay unchanged`).conflicts('remove'))
    .option('--remove', 'also removes what the folder lacks; an agent with conversations is hidden instead')
    .addOption(new Option('--yes', 'skips the confirmation; required without a terminal').conflicts('dryRun'))
    .option('--dry-run', 'shows what would be done and does nothing')

function requireName(folder: string): string {
  if (folder === '') throw new InvalidArgumentError('The folder name is empty.')
  return folder
}

const seedFromFolder = (io: CliIo, { kind, folder, flags, args }: { kind: Kind; folder: string; flags: Flags; args: string[] }) =>
  withDatabase(io, ({ db }) =>
    seedFolder(io, {
      kind,
      folder,
      mode: flags.add ? 'add' : flags.remove ? 'replace' : 'merge',
      yes: flags.yes ?? false,
      dryRun: flags.dryRun ?? false,
      words: args,
      database: databaseName(cliEnv()),
      seed: (from, options) => folderSeeds[kind].seed(db, from, folder === bundledFolder(kind), options),
    }),
  )

const waitlistCommand = (io: CliIo) =>
  new Command('waitlist')
    .description(
      'adds fictional members at example.com, confirmed, with answers and some with friends, so that `npm run waitlist -- invite` has whom to invite',
    )
    .argument('[count]', 'number of members', parseCount, 20)
    .option('--yes', 'confirms; required on DATABASE_URL', false)
    .action(async (count: number, flags: { yes: boolean }) => {
      const missing = requireConfirmation(cliEnv(), flags)
      if (missing !== null) throw new Refusal(missing, 2)
      await withDatabase(io, ({ db }) => seedMembers(db, count))
      io.stdout.write(`added ${count} members to the waitlist\n`)
    })

function parseCount(typed: string): number {
  if (!/^[1-9]\d{0,5}$/.test(typed)) throw new InvalidArgumentError('The count is a whole number up to 999999.')
  return Number(typed)
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2))
