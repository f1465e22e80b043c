import { cliEnv } from '@duo/db/cli/cli-env.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { Command } from 'commander'
import { runProgram } from '../cli/program.ts'
import type { CliIo } from '../cli/terminal.ts'
import { eraseCommand } from './erase.ts'
import { exportCommand } from './export.ts'
import { inviteCommand } from './invite.ts'
import { listCommand } from './list.ts'
import { retryCommand } from './retry.ts'
import { reviewCommand } from './review.ts'
import { showCommand } from './show.ts'
import { statsCommand } from './stats.ts'

const ABOUT = `Looks after the waitlist: who is on it, whose credit to decide about, who comes into the beta.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). It works while the server is running.`

const MORE = `
Each command shows its options and examples: npm run waitlist -- <command> --help
Results go to standard output, everything else to standard error. Where another program reads the output, run
npm run --silent waitlist -- <command> …

Exit codes: 0 done, 1 failed or refused, 2 not understood.
`

/**
 * The command line. Answers the exit code: 0 done, 1 failed, 2 not understood. A failure is one line on standard error.
 */
export async function main(args: string[], world: CliIo = machine()): Promise<number> {
  const program = new Command('waitlist')
    .usage('list|show|export|review|invite|stats|retry|erase [options]')
    .description(ABOUT)
    .addHelpText('after', MORE)
  const commands = [
    listCommand,
    showCommand,
    exportCommand,
    reviewCommand,
    inviteCommand,
    statsCommand,
    retryCommand,
    eraseCommand,
  ]
  for (const command of commands) program.addCommand(command(world))
  return runProgram(program, args, world)
}

const machine = (): CliIo => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  open: () => openDatabase({ ...cliEnv(), applicationName: 'duo-waitlist' }),
})
