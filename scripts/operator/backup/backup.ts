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

const ABOUT = `Writes the whole database into a file, as it is at one moment, while the server goes on.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). npm run restore loads the file into an empty one of either kind.`

const MORE = `
The file appears under its name when it is whole and on the disk, and only its owner may read it: it holds everything that Duo knows of
people. It opens only with the server's SECRET, which it does not hold. Keep that elsewhere (for the embedded database it is the file
secret in DATA_DIR), or add --with-secret.

Examples:
  npm run backup -- duo.backup
  npm run backup -- "$HOME/backups/duo-$(date +%F).backup"

Exit codes: 0 done, 1 failed or refused, 2 not understood.
`

/** The command line. Resolves to the exit code. */
export function main(args: string[], world: BackupIo = machine()): Promise<number> {
  const program = new Command('backup')
    .description(ABOUT)
    .argument('<file>', 'where to; what has that name is replaced')
    .option('--with-secret', 'puts the embedded SECRET into the file too: then the file alone opens everything')
    .addHelpText('after', MORE)
    .action((file: string, { withSecret }: { withSecret?: true }) => run(world, typedPath(file), withSecret ?? false))
  return runProgram(program, args, world)
}

async function run(world: BackupIo, path: string, withSecret: boolean): Promise<void> {
  if (withSecret && world.secrets.length > 0)
    throw new Refusal(
      '--with-secret is for the SECRET that the data folder keeps, and yours is set in the environment: keep a copy of that',
    )
  const begun = performance.now()
  const bar = byteProgress(world, 'reading')
  try {
    const secrets = serverSecrets(world)
    if (withSecret && secrets.length === 0)
      throw new Refusal(`${world.env.dataDir} keeps no SECRET that --with-secret could take along`)
    const written = await withTarget(world, 'duo-backup', (target) =>
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
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    const what = `${count(rows)} rows of ${written.length - 1} tables and ${count(jobs)} waiting jobs`
    world.stdout.write(`backed up ${databaseName(world.env)}: ${what}, ${size} MB in ${seconds} s, in ${path}\n`)
  } catch (error) {
    if (errorCode(error) === 'ABORT_ERR') throw new Refusal('stopped; nothing was kept')
    throw error
  } finally {
    bar.stop()
  }
}

function fingerprint(secret: string | undefined | null): string | null {
  if (secret === undefined)
    throw new Refusal(
      'SECRET does not open the key of this database: set it to what the server has, so that the backup can name it',
    )
  return secret === null ? null : fingerprintOf(secret)
}
