import { cliEnv } from './cli-env.ts'
import { makeSignup } from './factories.ts'
import { type Db, inTransaction } from './index.ts'
import { openDatabase } from './open.ts'

const HELP = `Usage: npm run seed -- waitlist [count]

  waitlist  adds that many made-up members (20 unless told otherwise) at example.com, for development

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). It works while the server is running.`

/** The kinds of data that can be added, by the name the command line gives them. Each answers what it did, in a line. */
const SEEDS: Record<string, (db: Db, count: number) => Promise<string>> = { waitlist: seedWaitlist }

/** All or none: a seed that fails half-way leaves nothing behind. */
async function seedWaitlist(db: Db, count: number): Promise<string> {
  await inTransaction(db, async (tx) => {
    for (let i = 0; i < count; i++) await makeSignup(tx, { language: i % 2 === 0 ? 'en' : 'pt' })
  })
  return `added ${count} members to the waitlist`
}

/** The command line. Answers the exit code: 0 done, 1 failed, 2 not understood. */
export async function runSeedCommand([name = '', count = '20', ...rest]: string[]): Promise<number> {
  const seed = SEEDS[name]
  if (!seed || rest.length > 0 || !/^[1-9]\d{0,5}$/.test(count)) {
    const asked = name === '--help' || name === '-h'
    const print = asked ? console.log : console.error
    print(HELP)
    return asked ? 0 : 2
  }
  try {
    const connection = await openDatabase({ ...cliEnv(), applicationName: 'duo-seed' })
    try {
      console.log(await seed(connection.db, Number(count)))
    } finally {
      await connection.close()
    }
    return 0
  } catch (error) {
    console.error(`seed ${name}: ${error instanceof Error ? error.message || error.name : String(error)}`)
    return 1
  }
}

if (import.meta.main) process.exitCode = await runSeedCommand(process.argv.slice(2))
