import { errorMessage } from '@duo/db/errors.ts'
import { redact } from '@duo/platform/server/redact.ts'
import type { Env } from '@duo/server/config/env.ts'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { runProgram } from '../cli/program.ts'
import type { CliIo } from '../cli/terminal.ts'
import { checkMigrations, openForChecks } from './database.ts'
import { checkDisk } from './disk.ts'
import { type Check, type Finding, fault, lineOf, skip } from './finding.ts'
import { checkQueue } from './queue.ts'
import { checkMail, checkModels, checkServer } from './services.ts'
import { checkSettings } from './settings.ts'

const ABOUT = `Checks everything that the server needs, one line each: ✓ ok, • note, ✗ fault, – not checked.

It changes nothing, sends no mail, calls no model and prints no secret. The server may be running or not.`

const MORE = `
Exit codes: 0 no faults, 1 faults, 2 invalid arguments.
`

type Streams = Pick<CliIo, 'stdout' | 'stderr'>

/** Runs the command. Resolves to the exit code: 0 no faults, 1 faults, 2 invalid arguments. */
export function main(args: string[], io: Streams = process): Promise<number> {
  const program = new Command('doctor')
    .usage('[options]')
    .description(ABOUT)
    .addHelpText('after', MORE)
    .action(async () => {
      const faults = await examine((line) => void io.stdout.write(`${line}\n`))
      if (faults > 0) throw new Refusal(`${faults} ${faults === 1 ? 'fault' : 'faults'} found`)
    })
  return runProgram(program, args, io)
}

async function examine(say: (line: string) => void): Promise<number> {
  let faults = 0
  const addFinding = (name: string, finding: Finding) => {
    if (finding.mark === 'fault') faults += 1
    say(lineOf(name, finding))
  }
  const { env, finding } = checkSettings()
  addFinding('settings', finding)
  if (env) await examineWith(env, addFinding)
  else
    for (const name of ['server', 'database', 'migrations', 'queue', 'mail', 'model', 'disk'])
      addFinding(name, skip('needs valid settings'))
  return faults
}

async function examineWith(env: Env, addFinding: (name: string, finding: Finding) => void) {
  const run = async ({ name, run }: Check) =>
    addFinding(
      name,
      await run().catch((error: unknown) => fault(redact(errorMessage(error)), 'unexpected error: no remedy is known')),
    )
  await run({ name: 'server', run: () => checkServer(env) })
  const database = await openForChecks(env)
  try {
    addFinding('database', database.finding)
    const inDatabase = (look: (db: NonNullable<typeof database.connection>['db']) => Promise<Finding>) => async () =>
      database.connection ? look(database.connection.db) : skip('needs the database')
    await run({ name: 'migrations', run: inDatabase(checkMigrations) })
    await run({ name: 'queue', run: inDatabase((db) => checkQueue(db, env)) })
  } finally {
    await database.close()
  }
  await run({ name: 'mail', run: () => checkMail(env) })
  await run({ name: 'model', run: () => checkModels(env) })
  await run({ name: 'disk', run: () => checkDisk(env) })
}
