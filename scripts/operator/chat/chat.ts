import { feedbackByNote } from '@duo/features/chat/server/feedback/feedback-queries.ts'
import { Command, Option } from 'commander'
import { csv, excelOption, type Format, json, table } from '../cli/output.ts'
import { runProgram } from '../cli/program.ts'
import { type CliIo, machine, withDatabase } from '../cli/terminal.ts'

const ABOUT = `Shows how users rate the agents' replies. It names no users and shows no conversations.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). The server may be running.`

const MORE = `
Examples:
  npm run chat -- feedback
  npm run chat -- feedback --agent ada-lovelace
  npm run chat -- feedback --json

Exit codes: 0 done, 1 failed or refused, 2 invalid arguments.
`

/** Runs the command. Resolves to the exit code: 0 done, 1 failed, 2 invalid arguments. */
export function main(args: string[], io: CliIo = machine('chat')): Promise<number> {
  const program = new Command('chat').usage('feedback [options]').description(ABOUT).addHelpText('after', MORE)
  program.addCommand(feedbackCommand(io))
  return runProgram(program, args, io)
}

const feedbackCommand = (io: CliIo) =>
  new Command('feedback')
    .summary('lists thumbs up and down by note')
    .description(
      'Lists, for each agent and note, how many replies based on it were liked and disliked, and the newest comments, at most ' +
        'five; the most disliked first. A reply based on several notes counts for each of them.',
    )
    .option('--agent <slug>', 'only this agent')
    .option('--json', 'prints JSON')
    .addOption(new Option('--csv', 'prints CSV').conflicts('json'))
    .addOption(excelOption().conflicts('json'))
    .action(({ agent = null, ...format }: Format & { agent?: string | null }) =>
      withDatabase(io, async ({ db }) => {
        const found = await feedbackByNote(db, { agent })
        if (format.json) return void io.stdout.write(json(found))
        const rows = found.map(({ note, words, ...row }) => ({ ...row, note: note ?? '(no note)', words: words.join(' | ') }))
        const columns = ['agent', 'note', 'up', 'down', 'words']
        if (format.csv || format.excel) return void io.stdout.write(csv(rows, columns, format))
        io.stdout.write(rows.length === 0 ? 'No reply has been rated.\n' : `${table(rows, columns)}\n`)
      }),
    )
