import { errorMessage } from '@duo/db/errors.ts'
import { redact } from '@duo/platform/server/redact.ts'
import type { Env } from '@duo/server/config/env.ts'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { runProgram } from '../cli/program.ts'
import type { CliIo } from '../cli/terminal.ts'
import { checkMigrations, openForChecks } from './database.ts'
import { checkDisk } from './disk.ts'
import { type Finding, fault, lineOf, skip } from './finding.ts'
import { checkQueue } from './queue.ts'
import { checkReader } from './reader.ts'
import { checkMail, checkModels, checkReminders, checkServer } from './services.ts'
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
    for (const name of ['server', 'database', 'migrations', 'queue', 'mail', 'reminders', 'model', 'reader', 'disk'])
      addFinding(name, skip('needs valid settings'))
  return faults
}

async function examineWith(env: Env, addFinding: (name: string, finding: Finding) => void) {
  const run = async (name: string, check: () => Promise<Finding>) => {
    const unexpected = (error: unknown) => fault(redact(errorMessage(error)), 'unexpected error: no remedy is known')
    addFinding(name, await check().catch(unexpected))
  }
  await run('server', () => checkServer(env))
  const { finding, connection, close } = await openForChecks(env)
  try {
    addFinding('database', finding)
    const needed = skip('needs the database')
    await run('migrations', async () => (connection ? checkMigrations(connection.db) : needed))
    await run('queue', async () => (connection ? checkQueue(connection.db, env) : needed))
  } finally {
    await close()
  }
  await run('mail', () => checkMail(env))
  await run('reminders', async () => checkReminders(env))
  await run('model', () => checkModels(env))
  await run('reader', () => checkReader(env))
  await run('disk', () => checkDisk(env))
}
