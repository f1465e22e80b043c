import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CliEnv, cliEnv, requireConfirmation } from '@duo/db/cli/cli-env.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { errorCode, errorMessage } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { seedWaitlist } from '@duo/db/seed.ts'
import { bundledAgentRules, bundledRules, seedAgents, seedArticles } from '@duo/features/seed'
import type { SeedOptions } from '@duo/platform/server/files/seed-plan.ts'
import { typedPath } from '../cli/typed-path.ts'
import { seedFolder, type Terminal } from './seed-folder.ts'

const HELP = `Usage: npm run seed -- agents|articles [folder] [--add | --remove] [--yes | --dry-run]
       npm run seed -- waitlist [count] [--yes]

  agents    brings the agents of the folder (<slug>.json) into the marketplace, those that come with Duo unless told otherwise
  articles  brings the articles of the folder (en/<slug>.md and pt/<slug>.md, front matter and Markdown) into the blog, those that
            come with Duo unless told otherwise

  Both show what would be added, changed, hidden and removed, and ask before they do it. What is not in the folder stays. Faulty files
  are reported, all of them with their lines, and then nothing is changed. docs/seeds.md explains every field.

  --add      only adds: what is in the database already stays as it is
  --remove   also removes what the folder lacks; an agent with conversations is hidden instead
  --yes      does it without a question, as is needed where there is no terminal
  --dry-run  shows what would be done and does nothing

  waitlist  adds that many made-up members (20 unless told otherwise) at example.com, for development; on DATABASE_URL it
            wants --yes

A start of the server brings new versions of Duo's own agents and articles, but leaves those of another folder alone.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). It works while the server is running, which shows what is
new within a second.`

/** What can be seeded from a folder, with the rules for those that come with Duo. */
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
  /** The folder or the count. */
  positionals: string | undefined
  flags: Flags
}

/** Reads a command; a text says what is wrong with it, null asks for help. */
function understand(words: string[]): SeedRequest | string | null {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(words)
  } catch (error) {
    // what follows is Node's hint about arguments that begin with a dash, which none of ours does
    return errorMessage(error).split('. ')[0] ?? ''
  }
  const {
    values,
    positionals: [kind = '', positionals, ...rest],
  } = parsed
  if (values.help) return null
  if (kind === '') return 'say what to seed: agents, articles or waitlist'
  if (!isKind(kind)) return `there is no seed '${kind}': it is agents, articles or waitlist`
  if (rest.length > 0) return `too many words: ${rest.join(' ')}`
  return wrongFlags(kind, values) ?? wrongArgument(kind, positionals) ?? { kind, positionals, flags: values }
}

function wrongFlags(kind: Kind, { add, remove, yes, 'dry-run': dryRun }: Flags): string | null {
  if (kind === 'waitlist') return add || remove || dryRun ? 'waitlist takes no flag but --yes' : null
  if (add && remove) return '--add only adds, and --remove removes: choose one'
  return yes && dryRun ? '--yes does it, and --dry-run does not: choose one' : null
}

function wrongArgument(kind: Kind, positionals: string | undefined): string | null {
  if (kind !== 'waitlist') return positionals === '' ? 'the folder has no name' : null
  return positionals === undefined || /^[1-9]\d{0,5}$/.test(positionals) ? null : 'the count is a whole number up to 999999'
}

/** Runs the command line. Resolves with the exit code: 0 done, 1 failed or declined, 2 not understood or nobody to ask. */
export async function runSeedCommand(words: string[], terminal: Terminal = process): Promise<number> {
  const tell = (text: string) => void terminal.stderr.write(`${text}\n`)
  const request = understand(words)
  if (request === null) terminal.stdout.write(`${HELP}\n`)
  if (typeof request === 'string') tell(`${request}\n\n${HELP}`)
  if (request === null || typeof request === 'string') return request === null ? 0 : 2
  const env = cliEnv()
  const missing = request.kind === 'waitlist' ? requireConfirmation(env, request.flags) : null
  if (missing !== null) {
    tell(`seed waitlist: ${missing}`)
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
    tell(`seed ${request.kind}: ${explain(error)}`)
    return 1
  }
}

async function run(
  db: Db,
  { kind, positionals, flags }: SeedRequest,
  { env, terminal, words }: { env: CliEnv; terminal: Terminal; words: string[] },
): Promise<number> {
  if (kind === 'waitlist') {
    await seedWaitlist(db, Number(positionals ?? 20))
    terminal.stdout.write(`added ${positionals ?? 20} members to the waitlist\n`)
    return 0
  }
  const folder = positionals === undefined ? bundledFolder(kind) : typedPath(positionals)
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

/** The database, so that it is seen to be the right one; without its password. */
function databaseName({ databaseUrl, dataDir }: CliEnv): string {
  if (!databaseUrl) return `the embedded database in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${host}${pathname}`
}

function explain(error: unknown): string {
  const code = errorCode(error)
  if (code === '42P01') return 'the database has no tables yet: start the server once, or run npm run migrate -- up'
  if (code === '25006') return 'the database can only be read: it is a standby, or its user must not write'
  return errorMessage(error)
}

if (import.meta.main) process.exitCode = await runSeedCommand(process.argv.slice(2))
