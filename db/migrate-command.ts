import { cliEnv, unasked } from './cli-env.ts'
import { isDatabaseAway, reasonOf } from './errors.ts'
import type { Db } from './index.ts'
import type { MigrationAction, MigrationState } from './migrate.ts'
import { openDatabase } from './open.ts'
import { requireSession } from './pooler.ts'

const HELP = `Usage: npm run migrate -- up|down|status

  up      apply every pending migration
  down    undo the newest applied migration; what only its tables and columns held is gone. On DATABASE_URL it wants --yes
  status  list the migrations and change nothing

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). It works while the server is running.`

const ACTIONS: readonly string[] = ['up', 'down', 'status'] satisfies MigrationAction[]

/** The command line of migrate.ts. Answers the exit code: 0 done, 1 failed, 2 not understood. */
export async function runMigrateCommand(
  words: string[],
  migrate: (db: Db, action: MigrationAction) => Promise<MigrationState[]>,
): Promise<number> {
  const args = words.filter((word) => word !== '--yes')
  const [action = ''] = args
  if (action === '--help' || action === '-h') {
    console.log(HELP)
    return 0
  }
  if (args.length !== 1 || !isAction(action)) {
    console.error(HELP)
    return 2
  }
  const env = cliEnv()
  const refusal = action === 'down' ? unasked(env, { yes: words.includes('--yes') }) : null
  if (refusal !== null) {
    console.error(`migrate down: ${refusal}`)
    return 2
  }
  try {
    if (env.databaseUrl) await requireSession(env.databaseUrl).catch(unlessAway)
    const connection = await openDatabase({ ...env, applicationName: 'duo-migrate' })
    try {
      console.log(describe(action, await migrate(connection.db, action)))
    } finally {
      await connection.close()
    }
    return 0
  } catch (error) {
    console.error(`migrate ${action}: ${reasonOf(error)}`)
    return 1
  }
}

/** That the database cannot be reached is said by opening it, with its address. */
function unlessAway(error: unknown): void {
  if (!isDatabaseAway(error)) throw error
}

function isAction(text: string): text is MigrationAction {
  return ACTIONS.includes(text)
}

function describe(action: MigrationAction, states: MigrationState[]): string {
  const lines = states.filter((state) => action === 'status' || state.changed)
  if (lines.length > 0) return lines.map(({ name, state }) => `${name}  ${state}`).join('\n')
  return action === 'down' ? 'nothing to undo' : 'nothing to do: every migration is applied'
}
