import { databaseName } from '@duo/db/cli/cli-env.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { errorCode } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { onRestored } from '@duo/features/server'
import { sizeOf } from '@duo/platform/server/backup/file.ts'
import { DamagedBackup, type Header } from '@duo/platform/server/backup/format.ts'
import { checkBackup, NotEmpty, restore } from '@duo/platform/server/backup/restore.ts'
import { releaseHeldJobs } from '@duo/platform/server/jobs/carry.ts'
import { fingerprintOf, openingSecret } from '@duo/platform/server/security/data-key.ts'
import { readOrCreateSecret } from '@duo/server/config/secret.ts'
import { Command } from 'commander'
import { type BackupIo, byteProgress, count, machine, serverSecrets, withTarget } from '../backup/machine.ts'
import { Refusal } from '../cli/failure.ts'
import { runProgram } from '../cli/program.ts'
import { stoppable } from '../cli/terminal.ts'
import { typedPath } from '../cli/typed-path.ts'

const ABOUT = `Loads a backup into an empty database: all of it, or nothing.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). It is also the way from one to the other and to the next major
version of Postgres.`

const MORE = `
Everybody has to sign in again afterwards. Jobs that waited are held: no mail of the backup is sent twice while the server that it comes
from goes on, or has sent it since. When nothing else will send them, let them go:

  npm run restore -- duo.backup                  loads the backup; its mails are held
  npm run restore -- --send-mails                lets the held mails of a restored database go; works while the server runs
  npm run restore -- duo.backup --send-mails     both at once

Exit codes: 0 done, 1 failed or refused, 2 not understood.
`

/** The command line. Resolves to the exit code. */
export function main(args: string[], world: BackupIo = machine()): Promise<number> {
  const program = new Command('restore')
    .description(ABOUT)
    .argument('[file]', 'a file that npm run backup wrote')
    .option('--send-mails', 'lets jobs of the backup go instead of holding them')
    .addHelpText('after', MORE)
    .action((file: string | undefined, { sendMails = false }: { sendMails?: boolean }) => {
      if (file !== undefined) return load(world, typedPath(file), sendMails)
      if (sendMails) return release(world)
      throw new Refusal("missing required argument 'file'. --help shows how.", 2)
    })
  return runProgram(program, args, world)
}

async function load(world: BackupIo, path: string, sendMails: boolean): Promise<void> {
  const begun = performance.now()
  const total = await sizeOf(path)
  try {
    const restored = await stoppable(async (signal) => {
      const header = await shown(world, 'checking', total, (onBytes) => checkBackup(path, { onBytes, signal }))
      const secrets = requireSecret(world, header)
      const steps = [...onRestored, (db: Db) => requireOpen(db, secrets)]
      return await withTarget(world, 'duo-restore', (target) =>
        shown(world, 'loading', total, (onBytes) => restore({ target, path, hold: !sendMails, steps, onBytes, signal })),
      )
    })
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const jobs = sendMails
      ? `${count(restored.jobs)} jobs wait`
      : `${count(restored.jobs)} jobs are held (--send-mails lets them go)`
    const what = `${count(restored.rows)} rows of ${restored.tables} tables, ${jobs}`
    world.stdout.write(`restored ${databaseName(world.env)}: ${what}; in ${seconds} s\n`)
  } catch (error) {
    if (errorCode(error) === 'ABORT_ERR') throw new Refusal('stopped; nothing was loaded')
    if (error instanceof DamagedBackup)
      throw new Refusal(`${path} is cut off, changed or no backup (${error.message}): nothing was loaded, take another copy`)
    if (error instanceof NotEmpty)
      throw new Refusal(`${databaseName(world.env)} is not empty: a backup is loaded into a new DATA_DIR or a new database only`)
    throw error
  }
}

/**
 * The secrets that open the backup. Refuses where the server would have others; where the backup holds its own and the data folder has none
 * yet, the folder gets it.
 */
function requireSecret(world: BackupIo, { secretFingerprint, secret }: Header): readonly string[] {
  const secrets = serverSecrets(world)
  if (secretFingerprint === null || secrets.some((one) => fingerprintOf(one) === secretFingerprint)) return secrets
  if (secrets.length === 0 && secret !== undefined) return [readOrCreateSecret(world.env.dataDir, secret)]
  const where = world.secrets.length > 0 || secrets.length === 0 ? 'SECRET' : `${world.env.dataDir}/secret`
  const fault = secrets.length === 0 ? 'is not set' : 'is not the one'
  throw new Refusal(
    `${where} ${fault} under which this backup was made: set SECRET to what its server had (docs/operations.md), nothing was loaded`,
  )
}

async function requireOpen(db: Db, secrets: readonly string[]): Promise<void> {
  if ((await openingSecret(db, secrets)) === undefined)
    throw new Refusal('SECRET does not open the key of this backup: nothing was loaded')
}

async function shown<T>(
  world: BackupIo,
  what: string,
  total: number,
  work: (onBytes: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const bar = byteProgress(world, what)
  let bytes = 0
  try {
    return await work((more) => {
      bytes += more
      bar.at(bytes, total)
    })
  } finally {
    bar.stop()
  }
}

async function release(world: BackupIo): Promise<void> {
  const { db, close } = await openDatabase({ ...world.env, applicationName: 'duo-restore' })
  try {
    world.stdout.write(`${count(await releaseHeldJobs(db))} held jobs were let go\n`)
  } finally {
    await close()
  }
}
