import { databaseName } from '@duo/db/cli/cli-env.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { errorCode } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { takeAllRoles } from '@duo/features/auth/server/users/role-queries.ts'
import { onRestored } from '@duo/features/server'
import { sizeOf } from '@duo/platform/server/backup/file.ts'
import { DamagedBackup, type Header } from '@duo/platform/server/backup/format.ts'
import { checkBackup, NotEmpty, restore } from '@duo/platform/server/backup/restore.ts'
import { releaseHeldJobs } from '@duo/platform/server/jobs/carry.ts'
import { keepNoteKeys } from '@duo/platform/server/provenance/note-key-store.ts'
import { fingerprintOf, openingSecret } from '@duo/platform/server/security/data-key.ts'
import { noteKeyOf } from '@duo/platform/server/security/keys.ts'
import { readOrCreateSecret } from '@duo/server/config/secret.ts'
import { Command } from 'commander'
import { type BackupIo, byteProgress, count, machine, serverSecrets, withTarget } from '../backup/machine.ts'
import { Refusal } from '../cli/failure.ts'
import { runProgram } from '../cli/program.ts'
import { stoppable } from '../cli/terminal.ts'
import { typedPath } from '../cli/typed-path.ts'

const ABOUT = `Loads a backup into an empty database, completely or not at all.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). Use it to move between the two, or to
the next major version of Postgres.`

const MORE = `
Afterwards all users must sign in again. Waiting jobs are held, because the original server may have sent their mails, or may still send
them. Release them when no other server will:

  npm run restore -- duo.backup                  loads the backup; its mails are held
  npm run restore -- --send-mails                releases the held mails of a restored database; the server may be running
  npm run restore -- duo.backup --send-mails     both at once

The file is not signed, so it gives no one a role: accounts with the operator role become users, and the command says how many. Give the
role back with npm run account, or add --with-roles if no one else could have changed the file. Replies without a signed note stay unsigned,
and public keys of notes are restored only for SECRET and the secrets in SECRET_PREVIOUS.

Exit codes: 0 done, 1 failed or refused, 2 invalid arguments.
`

/** Runs the command. Resolves to the exit code. */
export function main(args: string[], io: BackupIo = machine()): Promise<number> {
  const program = new Command('restore')
    .description(ABOUT)
    .argument('[file]', 'a file that npm run backup wrote')
    .option('--send-mails', 'releases the jobs of the backup instead of holding them')
    .option('--with-roles', 'keeps the operator roles of the backup; without it, all accounts are restored as users')
    .addHelpText('after', MORE)
    .action(
      (file: string | undefined, { sendMails = false, withRoles = false }: { sendMails?: boolean; withRoles?: boolean }) => {
        if (file !== undefined) return load(io, typedPath(file), { sendMails, withRoles })
        if (sendMails) return release(io)
        throw new Refusal("missing required argument 'file'. --help shows how.", 2)
      },
    )
  return runProgram(program, args, io)
}

async function load(
  io: BackupIo,
  path: string,
  { sendMails, withRoles }: { sendMails: boolean; withRoles: boolean },
): Promise<void> {
  const startedAt = performance.now()
  const total = await sizeOf(path)
  let rolesTaken = 0
  let noteKeysTaken = 0
  try {
    const restored = await stoppable(async (signal) => {
      const header = await shown(io, 'checking', total, (onBytes) => checkBackup(path, { onBytes, signal }))
      const secrets = requireSecret(io, header)
      const takeRoles = async (db: Db) => {
        if (!withRoles) rolesTaken = await takeAllRoles(db)
      }
      const takeNoteKeys = async (db: Db) => {
        const own = secrets.map((one) => noteKeyOf(one).publicKey)
        noteKeysTaken = await keepNoteKeys(db, own)
      }
      const steps = [...onRestored, takeRoles, takeNoteKeys, (db: Db) => requireOpen(db, secrets)]
      return await withTarget(io, 'duo-restore', (target) =>
        shown(io, 'loading', total, (onBytes) => restore({ target, path, steps, onBytes, signal })),
      )
    })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const what = `${count(restored.rows)} rows of ${restored.tables} tables`
    const jobs = `${restored.jobs === 1 ? '1 job is' : `${count(restored.jobs)} jobs are`} held${sendMails ? '' : ' (--send-mails releases them)'}`
    io.stdout.write(`restored ${databaseName(io.env)}: ${what}, ${jobs}; in ${seconds} s\n`)
    if (sendMails) await release(io)
    if (rolesTaken > 0)
      io.stdout.write(
        `operator roles that were not restored: ${count(rolesTaken)} (npm run account -- role <e-mail> operator gives one back)\n`,
      )
    if (noteKeysTaken > 0)
      io.stdout.write(
        `public keys of notes that were not restored: ${count(noteKeysTaken)}, because no secret here has them (docs/operations.md)\n`,
      )
  } catch (error) {
    if (errorCode(error) === 'ABORT_ERR') throw new Refusal('stopped; nothing was loaded')
    if (error instanceof DamagedBackup)
      throw new Refusal(`${path} is truncated, changed or not a backup (${error.message}): nothing was loaded, use another copy`)
    if (error instanceof NotEmpty)
      throw new Refusal(`${databaseName(io.env)} is not empty: restore into a new DATA_DIR or a new database`)
    throw error
  }
}

// stores the backup's own secret in a data folder that has none; throws if the server has a different one
function requireSecret(io: BackupIo, { secretFingerprint, secret }: Header): readonly string[] {
  const secrets = serverSecrets(io)
  if (secretFingerprint === null || secrets.some((one) => fingerprintOf(one) === secretFingerprint)) return secrets
  if (secrets.length === 0 && secret !== undefined) return [readOrCreateSecret(io.env.dataDir, secret)]
  const where = io.secrets.length > 0 || secrets.length === 0 ? 'SECRET' : `${io.env.dataDir}/secret`
  const fault = secrets.length === 0 ? 'is not set' : 'is not the right one'
  throw new Refusal(`${where} ${fault}: set SECRET to that of the server of this backup (docs/operations.md), nothing was loaded`)
}

async function requireOpen(db: Db, secrets: readonly string[]): Promise<void> {
  if ((await openingSecret(db, secrets)) === undefined)
    throw new Refusal('SECRET does not decrypt the key of this backup: nothing was loaded')
}

async function shown<T>(
  io: BackupIo,
  what: string,
  total: number,
  work: (onBytes: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const bar = byteProgress(io, what)
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

async function release(io: BackupIo): Promise<void> {
  const { db, close } = await openDatabase({ ...io.env, applicationName: 'duo-restore' })
  try {
    const released = await releaseHeldJobs(db)
    io.stdout.write(released === 1 ? '1 held job was released\n' : `${count(released)} held jobs were released\n`)
  } finally {
    await close()
  }
}
