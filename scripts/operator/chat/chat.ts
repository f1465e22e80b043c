import { cliEnv } from '@duo/db/cli/cli-env.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { feedbackByNote } from '@duo/features/server'
import { Command, Option } from 'commander'
import { csv, type Format, json, table } from '../cli/output.ts'
import { runProgram } from '../cli/program.ts'
import { type CliIo, withDatabase } from '../cli/terminal.ts'

const ABOUT = `Shows what people think of the agents' answers. It names no person and shows no conversation.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). It works while the server is running.`

const MORE = `
Examples:
  npm run chat -- feedback
  npm run chat -- feedback --agent ada-lovelace
  npm run chat -- feedback --json

Exit codes: 0 done, 1 failed or refused, 2 not understood.
`

/** The command line. Returns the exit code: 0 done, 1 failed, 2 not understood. */
export function main(args: string[], world: CliIo = machine()): Promise<number> {
  const program = new Command('chat').usage('feedback [options]').description(ABOUT).addHelpText('after', MORE)
  program.addCommand(feedbackCommand(world))
  return runProgram(program, args, world)
}

const feedbackCommand = (world: CliIo) =>
  new Command('feedback')
    .summary('lists thumbs up and down by note')
    .description(
      'Lists, for each agent and note, how many answers that rest on it were liked and disliked, and the newest words why, at most five; ' +
        'the most disliked first. An answer that rests on several notes counts for each of them.',
    )
    .option('--agent <slug>', 'only this agent')
    .option('--json', 'one document')
    .addOption(new Option('--csv', 'for a spreadsheet').conflicts('json'))
    .action(({ agent = null, ...format }: Format & { agent?: string | null }) =>
      withDatabase(world, async ({ db }) => {
        const found = await feedbackByNote(db, { agent })
        if (format.json) return void world.stdout.write(json(found))
        const rows = found.map(({ note, words, ...row }) => ({ ...row, note: note ?? '(no note)', words: words.join(' | ') }))
        const columns = ['agent', 'note', 'up', 'down', 'words']
        if (format.csv) return void world.stdout.write(csv(rows, columns))
        world.stdout.write(rows.length === 0 ? 'No answer has been rated.\n' : `${table(rows, columns)}\n`)
      }),
    )

const machine = (): CliIo => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  open: () => openDatabase({ ...cliEnv(), applicationName: 'duo-chat' }),
})
