import { statSync } from 'node:fs'
import { databaseName } from '@duo/db/cli/cli-env.ts'
import { errorCode } from '@duo/db/errors.ts'
import { backUp } from '@duo/platform/server/backup/dump.ts'
import { fingerprintOf, openingSecret } from '@duo/platform/server/security/data-key.ts'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { runProgram } from '../cli/program.ts'
import { stoppable } from '../cli/terminal.ts'
import { typedPath } from '../cli/typed-path.ts'
import { type BackupIo, byteProgress, count, machine, serverSecrets, withTarget } from './machine.ts'

const ABOUT = `Writes a consistent snapshot of the whole database to a file. The server may be running.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). npm run restore loads the file into an empty one of either kind.`

const MORE = `
The file gets its name when it is complete and on disk. Only its owner can read it, because it contains all personal data. Restoring it
requires the server's SECRET, which it does not contain. Keep that elsewhere (for the embedded database it is the file secret in
DATA_DIR), or add --with-secret.

Examples:
  npm run backup -- duo.backup
  npm run backup -- "$HOME/backups/duo-$(date +%F).backup"

Exit codes: 0 done, 1 failed or refused, 2 invalid arguments.
`

/** Runs the command. Resolves to the exit code. */
export function main(args: string[], io: BackupIo = machine()): Promise<number> {
  const program = new Command('backup')
    .description(ABOUT)
    .argument('<file>', 'target file; overwritten if it exists')
    .option('--with-secret', 'includes the SECRET of the data folder: anyone with the file can then read everything')
    .addHelpText('after', MORE)
    .action((file: string, { withSecret }: { withSecret?: true }) => run(io, typedPath(file), withSecret ?? false))
  return runProgram(program, args, io)
}

async function run(io: BackupIo, path: string, withSecret: boolean): Promise<void> {
  if (withSecret && io.secrets.length > 0)
    throw new Refusal(
      '--with-secret includes the SECRET of the data folder, but yours is set in the environment: keep a copy of it',
    )
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Refusal(`${path} is not a file, and a backup would replace it: name another one`)
  const startedAt = performance.now()
  const bar = byteProgress(io, 'reading')
  try {
    const secrets = serverSecrets(io)
    if (withSecret && secrets.length === 0) throw new Refusal(`${io.env.dataDir} has no SECRET for --with-secret to include`)
    const written = await withTarget(io, 'duo-backup', (target) =>
      stoppable((signal) =>
        backUp({
          target,
          path,
          secretFingerprint: async (db) => fingerprint(await openingSecret(db, secrets)),
          secret: withSecret ? secrets[0] : undefined,
          onProgress: bar.at,
          signal,
        }),
      ),
    )
    bar.stop()
    const rows = written.reduce((sum, section) => sum + (section.name === 'jobs' ? 0 : section.rows), 0)
    const jobs = written.find(({ name }) => name === 'jobs')?.rows ?? 0
    const size = (statSync(path).size / 1e6).toFixed(1)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const what = `${count(rows)} rows of ${written.length - 1} tables and ${count(jobs)} waiting jobs`
    io.stdout.write(`backed up ${databaseName(io.env)}: ${what}, ${size} MB in ${seconds} s, in ${path}\n`)
  } catch (error) {
    if (errorCode(error) === 'ABORT_ERR') throw new Refusal('stopped; no file was written')
    throw error
  } finally {
    bar.stop()
  }
}

function fingerprint(secret: string | undefined | null): string | null {
  if (secret === undefined)
    throw new Refusal(
      'SECRET does not decrypt the key of this database: set it to that of the server, so that the backup can record which one it needs',
    )
  return secret === null ? null : fingerprintOf(secret)
}
