import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CliEnv, cliEnv, requireConfirmation } from '@duo/db/cli/cli-env.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { errorCode, errorMessage } from '@duo/db/errors.ts'
import { seedWaitlist } from '@duo/db/factories.ts'
import type { Db } from '@duo/db/index.ts'
import { bundledAgentRules, bundledRules, seedAgents, seedArticles } from '@duo/features/seed'
import type { SeedOptions } from '@duo/platform/server/files/seed-plan.ts'
import { typedPath } from '../cli/typed-path.ts'
import { seedFolder, type Terminal } from './seed-folder.ts'

const HELP = `Usage: npm run seed -- agents|articles [folder] [--add | --remove] [--yes | --dry-run]
       npm run seed -- waitlist [count] [--yes]

  agents    seeds the marketplace with the agents of the folder (<slug>.json), by default those bundled with Duo
  articles  seeds the blog with the articles of the folder (en/<slug>.md and pt/<slug>.md, front matter and Markdown), by default
            those bundled with Duo

  Both show what would be added, changed, hidden and removed, and ask first. What is not in the folder stays. If files are faulty,
  all faults are reported with their lines and nothing is changed. docs/seeds.md explains every field.

  --add      only adds: existing agents or articles stay unchanged
  --remove   also removes what the folder lacks; an agent with conversations is hidden instead
  --yes      skips the confirmation; required without a terminal
  --dry-run  shows what would be done and does nothing

  waitlist  adds fictional members (20 by default) at example.com, for development; requires --yes on DATABASE_URL

A start of the server updates the bundled agents and articles, but not those seeded from another folder.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). The server may be running and shows changes within a second.`

const folderSeeds = {
  agents: (db: Db, folder: string, isBundled: boolean, options: SeedOptions) =>
    seedAgents(db, folder, isBundled ? bundledAgentRules : null, options),
  articles: (db: Db, folder: string, isBundled: boolean, options: SeedOptions) =>
    seedArticles(db, folder, isBundled ? bundledRules : null, options),
}
type Kind = keyof typeof folderSeeds | 'waitlist'
const isKind = (name: string): name is Kind => name === 'waitlist' || Object.hasOwn(folderSeeds, name)

const bundledFolder = (of: string) => join(import.meta.dirname, '../../../db/seeds', of)

const flags = {
  add: { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

const parse = (args: string[]) => parseArgs({ args, options: flags, allowPositionals: true })
type Flags = ReturnType<typeof parse>['values']

interface SeedRequest {
  kind: Kind
  argument: string | undefined
  flags: Flags
}

// returns an error message, or null for --help
function understand(words: string[]): SeedRequest | string | null {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(words)
  } catch (error) {
    return errorMessage(error).split('. ')[0] ?? ''
  }
  const {
    values,
    positionals: [kind = '', argument, ...rest],
  } = parsed
  if (values.help) return null
  if (kind === '') return 'name what to seed: agents, articles or waitlist'
  if (!isKind(kind)) return `unknown seed '${kind}': use agents, articles or waitlist`
  if (rest.length > 0) return `too many arguments: ${rest.join(' ')}`
  return wrongFlags(kind, values) ?? wrongArgument(kind, argument) ?? { kind, argument, flags: values }
}

function wrongFlags(kind: Kind, { add, remove, yes, 'dry-run': dryRun }: Flags): string | null {
  if (kind === 'waitlist') return add || remove || dryRun ? 'waitlist takes no flag except --yes' : null
  if (add && remove) return '--add and --remove exclude each other'
  return yes && dryRun ? '--yes and --dry-run exclude each other' : null
}

function wrongArgument(kind: Kind, argument: string | undefined): string | null {
  if (kind !== 'waitlist') return argument === '' ? 'the folder name is empty' : null
  return argument === undefined || /^[1-9]\d{0,5}$/.test(argument) ? null : 'the count is a whole number up to 999999'
}

/** Runs the command line. Resolves to the exit code: 0 done, 1 failed or declined, 2 invalid arguments or no terminal. */
export async function runSeedCommand(words: string[], terminal: Terminal = process): Promise<number> {
  const writeLine = (text: string) => void terminal.stderr.write(`${text}\n`)
  const request = understand(words)
  if (request === null) terminal.stdout.write(`${HELP}\n`)
  if (typeof request === 'string') writeLine(`${request}\n\n${HELP}`)
  if (request === null || typeof request === 'string') return request === null ? 0 : 2
  const env = cliEnv()
  const missing = request.kind === 'waitlist' ? requireConfirmation(env, request.flags) : null
  if (missing !== null) {
    writeLine(`seed waitlist: ${missing}`)
    return 2
  }
  try {
    const connection = await openDatabase({ ...env, applicationName: 'duo-seed' })
    try {
      return await run(connection.db, request, { env, terminal, words })
    } finally {
      await connection.close()
    }
  } catch (error) {
    writeLine(`seed ${request.kind}: ${explain(error)}`)
    return 1
  }
}

async function run(
  db: Db,
  { kind, argument, flags }: SeedRequest,
  { env, terminal, words }: { env: CliEnv; terminal: Terminal; words: string[] },
): Promise<number> {
  if (kind === 'waitlist') {
    await seedWaitlist(db, Number(argument ?? 20))
    terminal.stdout.write(`added ${argument ?? 20} members to the waitlist\n`)
    return 0
  }
  const folder = argument === undefined ? bundledFolder(kind) : typedPath(argument)
  const isBundled = folder === bundledFolder(kind)
  return seedFolder(terminal, {
    kind,
    folder,
    mode: flags.add ? 'add' : flags.remove ? 'replace' : 'merge',
    yes: flags.yes,
    dryRun: flags['dry-run'],
    words,
    database: databaseName(env),
    seed: (from, options) => folderSeeds[kind](db, from, isBundled, options),
  })
}

function databaseName({ databaseUrl, dataDir }: CliEnv): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${host}${pathname}`
}

function explain(error: unknown): string {
  const code = errorCode(error)
  if (code === '42P01') return 'the database has no tables yet: start the server once, or run npm run migrate -- up'
  if (code === '25006') return 'the database is read-only: it is a standby, or its user cannot write'
  return errorMessage(error)
}

if (import.meta.main) process.exitCode = await runSeedCommand(process.argv.slice(2))
