import { cliEnv } from '@duo/db/cli-env.ts'
import { openDatabase } from '@duo/db/open.ts'
import { Command, CommanderError } from 'commander'
import { eraseCommand } from './waitlist/erase.ts'
import { exportCommand } from './waitlist/export.ts'
import { explain, Refusal } from './waitlist/failure.ts'
import { inviteCommand } from './waitlist/invite.ts'
import { listCommand } from './waitlist/list.ts'
import { reviewCommand } from './waitlist/review.ts'
import { showCommand } from './waitlist/show.ts'
import { statsCommand } from './waitlist/stats.ts'
import type { World } from './waitlist/terminal.ts'

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
export async function main(args: string[], world: World = machine()): Promise<number> {
  const { stdout, stderr } = world
  const program = new Command('waitlist')
    .usage('list|show|export|review|invite|stats|erase [options]')
    .description(ABOUT)
    .addHelpText('after', MORE)
  const commands = [listCommand, showCommand, exportCommand, reviewCommand, inviteCommand, statsCommand, eraseCommand]
  for (const command of commands) program.addCommand(command(world))
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) => write(`waitlist: ${oneLine(text)} --help shows how.\n`),
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // commander has said it
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    stderr.write(`waitlist: ${explain(error)}\n`)
    return error instanceof Refusal ? error.exitCode : 1
  }
}

const oneLine = (text: string) =>
  text
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
    .replace(/(?<![.?)])$/, '.')

const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)]

const machine = (): World => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  open: () => openDatabase({ ...cliEnv(), applicationName: 'duo-waitlist' }),
})
