import { openDatabase } from '../connection/open.ts'
import { requireSession } from '../connection/pooler.ts'
import { databaseUrlFault, errorMessage, isConnectionError } from '../errors.ts'
import type { MigrationAction, MigrationState } from '../migrate.ts'
import { cliEnv, databaseName } from './cli-env.ts'
import { confirm, isTerminal, type Terminal } from './confirm.ts'

const HELP = `Usage: npm run migrate -- up|down|status

  up      apply every pending migration
  down    undo the newest migration and lose the data of its tables and columns; asks at a terminal, requires --yes elsewhere
  status  list the migrations and change nothing

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). The server may be running.`

const ACTIONS: readonly string[] = ['up', 'down', 'status'] satisfies MigrationAction[]

type Migrate = typeof import('../migrate.ts').migrate

/** Runs the command. Resolves to the exit code: 0 done, 1 failed or declined, 2 invalid arguments or no terminal. */
export async function runMigrateCommand(words: string[], migrate: Migrate, terminal: Terminal = process): Promise<number> {
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
  const needsConfirmation = action === 'down' && !words.includes('--yes')
  if (needsConfirmation && !isTerminal(terminal)) {
    console.error(
      `migrate down: this changes ${databaseName(env)}, and there is no terminal for the confirmation: add --yes to do it`,
    )
    return 2
  }
  try {
    if (env.databaseUrl) await requireSession(env.databaseUrl).catch(rethrowUnlessUnreachable)
    const connection = await openDatabase({ ...env, applicationName: 'duo-migrate' })
    try {
      if (needsConfirmation && !(await mayUndo(await migrate(connection.db, 'status'), databaseName(env), terminal))) {
        console.error('nothing was changed')
        return 1
      }
      console.log(describe(action, await migrate(connection.db, action, undefined, console.error)))
    } finally {
      await connection.close()
    }
    return 0
  } catch (error) {
    const fault = env.databaseUrl ? databaseUrlFault(error) : null
    console.error(`migrate ${action}: ${fault === null ? errorMessage(error) : `DATABASE_URL ${fault}`}`)
    return 1
  }
}

function rethrowUnlessUnreachable(error: unknown): void {
  if (!isConnectionError(error)) throw error
}

async function mayUndo(states: MigrationState[], database: string, terminal: Terminal): Promise<boolean> {
  const newest = states.findLast(({ state }) => state === 'applied')
  if (!newest) return true
  return await confirm(terminal, `Undo ${newest.name} in ${database}? The data of its tables and columns will be lost.`)
}

function isAction(text: string): text is MigrationAction {
  return ACTIONS.includes(text)
}

function describe(action: MigrationAction, states: MigrationState[]): string {
  const lines = states.filter((state) => action === 'status' || state.changed)
  if (lines.length > 0) return lines.map(({ name, state }) => `${name}  ${state}`).join('\n')
  return action === 'down' ? 'nothing to undo' : 'nothing to do: every migration is applied'
}
