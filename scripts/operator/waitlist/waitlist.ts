import { Command } from 'commander'
import { runProgram } from '../cli/program.ts'
import { type CliIo, machine } from '../cli/terminal.ts'
import { eraseCommand } from './erase.ts'
import { exportCommand } from './export.ts'
import { inviteCommand } from './invite.ts'
import { listCommand } from './list.ts'
import { retryCommand } from './retry.ts'
import { reviewCommand } from './review.ts'
import { showCommand } from './show.ts'
import { statsCommand } from './stats.ts'

const ABOUT = `Manages the waitlist: entries, referral credits and invitations to the beta.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). The server may be running.`

const MORE = `
Each command shows its options and examples: npm run waitlist -- <command> --help
Results go to standard output, everything else to standard error. If another program reads the output, run
npm run --silent waitlist -- <command> …

Exit codes: 0 done, 1 failed or refused, 2 invalid arguments.
`

/** Runs the command. Resolves to the exit code: 0 done, 1 failed, 2 invalid arguments. */
export async function main(args: string[], io: CliIo = machine('waitlist')): Promise<number> {
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
  for (const command of commands) program.addCommand(command(io))
  return runProgram(program, args, io)
}
