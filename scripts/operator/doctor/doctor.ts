import { errorMessage } from '@duo/db/errors.ts'
import { redact } from '@duo/platform/server/redact.ts'
import type { Env } from '@duo/server/config/env.ts'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { runProgram } from '../cli/program.ts'
import type { CliIo } from '../cli/terminal.ts'
import { checkMigrations, openForChecks } from './database.ts'
import { checkDisk } from './disk.ts'
import { type Check, type Finding, fault, lineOf, skipped } from './finding.ts'
import { checkQueue } from './queue.ts'
import { checkMail, checkModels, checkServer } from './services.ts'
import { checkSettings } from './settings.ts'

const ABOUT = `Looks at everything that the server needs, one line each: ✓ right, • worth knowing, ✗ needs you, – could not be looked at.

It changes nothing, sends no mail, asks no model a question and prints no secret. It works while the server runs and while it does not.`

const MORE = `
Exit codes: 0 nothing needs you, 1 something does, 2 not understood.
`

type Streams = Pick<CliIo, 'stdout' | 'stderr'>

/** The command line. Returns the exit code: 0 nothing needs the operator, 1 something does, 2 not understood. */
export function main(args: string[], world: Streams = process): Promise<number> {
  const program = new Command('doctor')
    .usage('[options]')
    .description(ABOUT)
    .addHelpText('after', MORE)
    .action(async () => {
      const faults = await examine((line) => void world.stdout.write(`${line}\n`))
      if (faults > 0) throw new Refusal(`${faults} ${faults === 1 ? 'thing needs' : 'things need'} you`)
    })
  return runProgram(program, args, world)
}

/** Says a line for each check, in order. Returns how many found a fault. */
async function examine(say: (line: string) => void): Promise<number> {
  let faults = 0
  const tell = (name: string, finding: Finding) => {
    if (finding.mark === 'fault') faults += 1
    say(lineOf(name, finding))
  }
  const { env, finding } = checkSettings()
  tell('settings', finding)
  if (env) await examineWith(env, tell)
  else
    for (const name of ['server', 'database', 'migrations', 'queue', 'mail', 'model', 'disk'])
      tell(name, skipped('settings first'))
  return faults
}

async function examineWith(env: Env, tell: (name: string, finding: Finding) => void) {
  const run = async ({ name, run }: Check) =>
    tell(
      name,
      await run().catch((error: unknown) =>
        fault(redact(errorMessage(error)), 'this was not foreseen: the reason is all that is known'),
      ),
    )
  await run({ name: 'server', run: () => checkServer(env) })
  const database = await openForChecks(env)
  try {
    tell('database', database.finding)
    const inDatabase = (look: (db: NonNullable<typeof database.connection>['db']) => Promise<Finding>) => async () =>
      database.connection ? look(database.connection.db) : skipped('no database')
    await run({ name: 'migrations', run: inDatabase(checkMigrations) })
    await run({ name: 'queue', run: inDatabase((db) => checkQueue(db, env)) })
  } finally {
    await database.close()
  }
  await run({ name: 'mail', run: () => checkMail(env) })
  await run({ name: 'model', run: () => checkModels(env) })
  await run({ name: 'disk', run: () => checkDisk(env) })
}
