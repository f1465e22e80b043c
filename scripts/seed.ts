import { join } from 'node:path'
import { cliEnv, unasked } from '@duo/db/cli-env.ts'
import { errorCode, reasonOf } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { openDatabase } from '@duo/db/open.ts'
import { seedWaitlist } from '@duo/db/seed.ts'
import { houseAgents, houseRules, seedAgents, seedArticles } from '@duo/features/seed'
import { typedPath } from './typed-path.ts'

const HELP = `Usage: npm run seed -- agents [folder]
       npm run seed -- articles [folder]
       npm run seed -- waitlist [count] [--yes]

  agents    makes the marketplace's agents those of the folder (<slug>.json), those that come with Duo unless told otherwise; says
            which file and field is wrong, and then changes nothing. An agent with conversations is hidden instead of removed.
  articles  makes the blog's articles those of the folder (en/<slug>.md and pt/<slug>.md, front matter and Markdown), the ones
            that come with Duo unless told otherwise; says which file and field is wrong, and then changes nothing.
  waitlist  adds that many made-up members (20 unless told otherwise) at example.com, for development; on DATABASE_URL it
            wants --yes

A start of the server brings new versions of Duo's own agents and articles, but leaves those of another folder alone.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). It works while the server is running, which shows what is
new within a second.`

const houseFolder = (of: string) => join(import.meta.dirname, '../db/seeds', of)

/** Names that are told of each kind; more are counted. */
const mostNames = 20

interface Seed {
  /** Whether it is for development only. */
  madeUp?: boolean
  /** What is wrong with the argument; null when it can be used. */
  refuse: (given: string | undefined) => string | null
  /** Does it and answers what it did, in lines. Throws with what is wrong. */
  run: (db: Db, given: string | undefined) => Promise<string>
}

/** The kinds of data that can be added, by the name the command line gives them. */
const seeds: Record<string, Seed> = {
  agents: { refuse: noFolder, run: (db, given) => folderSeed(db, 'agents', given, houseAgents, seedAgents) },
  articles: { refuse: noFolder, run: (db, given) => folderSeed(db, 'articles', given, houseRules, seedArticles) },
  waitlist: {
    madeUp: true,
    refuse: (given = '20') => (/^[1-9]\d{0,5}$/.test(given) ? null : 'the count is a whole number up to 999999'),
    run: async (db, given = '20') => {
      await seedWaitlist(db, Number(given))
      return `added ${given} members to the waitlist`
    },
  },
}

function noFolder(given: string | undefined): string | null {
  return given === '' ? 'the folder is empty' : null
}

type Seeded =
  | { ok: false; problems: string[] }
  | { ok: true; added: string[]; changed: string[]; unchanged: string[]; removed: string[]; hidden?: string[] }

/** Seeds from a folder, Duo's own unless one is given, and says what came of it. */
async function folderSeed<Rules>(
  db: Db,
  of: string,
  given: string | undefined,
  house: Rules,
  seed: (db: Db, folder: string, house: Rules | null) => Promise<Seeded>,
): Promise<string> {
  const folder = given === undefined ? houseFolder(of) : typedPath(given)
  const seeded = await seed(db, folder, folder === houseFolder(of) ? house : null)
  if (!seeded.ok) throw new Error(`nothing was changed\n${seeded.problems.map((problem) => `  ${problem}`).join('\n')}`)
  const { ok: _done, ...names } = seeded
  const kinds = Object.entries(names)
  const told = kinds.flatMap(([what, names]) => [
    ...(what === 'unchanged' ? [] : names.slice(0, mostNames).map((name) => `  ${what} ${name}`)),
    ...(what !== 'unchanged' && names.length > mostNames ? [`  … and ${names.length - mostNames} more ${what}`] : []),
  ])
  return [...told, `${of}: ${kinds.map(([what, names]) => `${names.length} ${what}`).join(', ')}`].join('\n')
}

/** The command line. Answers the exit code: 0 done, 1 failed, 2 not understood. */
export async function runSeedCommand(words: string[]): Promise<number> {
  const [name = '', given, ...rest] = words.filter((word) => word !== '--yes')
  const seed = seeds[name]
  if (name === '--help' || name === '-h') {
    console.log(HELP)
    return 0
  }
  const refusal = seed ? (rest.length > 0 ? 'too many words' : seed.refuse(given)) : `there is no seed '${name}'`
  if (!seed || refusal !== null) {
    console.error(`${refusal}\n\n${HELP}`)
    return 2
  }
  const env = cliEnv()
  const missing = seed.madeUp ? unasked(env, { yes: words.includes('--yes') }) : null
  if (missing !== null) {
    console.error(`seed ${name}: ${missing}`)
    return 2
  }
  try {
    const connection = await openDatabase({ ...env, applicationName: 'duo-seed' })
    try {
      console.log(await seed.run(connection.db, given))
    } finally {
      await connection.close()
    }
    return 0
  } catch (error) {
    console.error(`seed ${name}: ${explain(error)}`)
    return 1
  }
}

function explain(error: unknown): string {
  if (errorCode(error) === '42P01') return 'the database has no tables yet: start the server once, or run npm run migrate -- up'
  return reasonOf(error)
}

if (import.meta.main) process.exitCode = await runSeedCommand(process.argv.slice(2))
