import { agentSlugPattern, maxReasonLength } from '@duo/features/studio/agent-rules.ts'
import { restore, takeDown } from '@duo/features/studio/server/takedown/takedown.ts'
import { listAllReports } from '@duo/features/studio/server/takedown/takedown-queries.ts'
import { Argument, Command, Option } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { csv, excelOption, type Format, json, table } from '../cli/output.ts'
import { runProgram } from '../cli/program.ts'
import { type CliIo, machine, withDatabase } from '../cli/terminal.ts'

const ABOUT = `Takes creators' agents down and lists what visitors reported. It names no visitors.

The database is DATABASE_URL, else the embedded one in DATA_DIR (.data). The server may be running.`

const MORE = `
Examples:
  npm run studio -- reports
  npm run studio -- reports marinas-duo-x7k2m9ab --json
  npm run studio -- takedown marinas-duo-x7k2m9ab "It quotes a book without the right to."
  npm run studio -- restore marinas-duo-x7k2m9ab

Exit codes: 0 done, 1 failed or refused, 2 invalid arguments.
`

/** Runs the command. Resolves to the exit code: 0 done, 1 failed, 2 invalid arguments. */
export function main(args: string[], io: CliIo = machine('studio')): Promise<number> {
  const program = new Command('studio').usage('reports|takedown|restore [options]').description(ABOUT).addHelpText('after', MORE)
  for (const command of [reportsCommand, takedownCommand, restoreCommand]) program.addCommand(command(io))
  return runProgram(program, args, io)
}

const slugArgument = () => new Argument('<slug>', 'the last part of the link: /agents/<slug>')

const takedownCommand = (io: CliIo) =>
  new Command('takedown')
    .summary('ends the link of an agent at once')
    .description(
      'Ends the link of an agent at once: visitors get the not-found page. The creator sees the reason in the studio and gets it by ' +
        'e-mail, and cannot share the agent until it is restored. Again with another reason, it replaces the reason.',
    )
    .addArgument(slugArgument())
    .argument('<reason>', 'what the creator is to read')
    .action((slug: string, reason: string) => {
      const text = reason.trim()
      if (text === '') throw new Refusal('say why: the creator reads it', 2)
      if (text.length > maxReasonLength) throw new Refusal(`the reason has more than ${maxReasonLength} characters`, 2)
      return withDatabase(io, async ({ db }) => {
        if ((await takeDown(db, { slug: known(slug), reason: text })) === 'unknown') throw unknown
        io.stderr.write(`Took ${slug} down. Its creator gets the reason by e-mail.\n`)
      })
    })

const restoreCommand = (io: CliIo) =>
  new Command('restore')
    .description('lets visitors talk to an agent again, as it was shared before')
    .addArgument(slugArgument())
    .action((slug: string) =>
      withDatabase(io, async ({ db }) => {
        const result = await restore(db, known(slug))
        if (result === 'unknown') throw unknown
        io.stderr.write(result === 'already' ? `${slug} was not taken down. Nothing was changed.\n` : `Restored ${slug}.\n`)
      }),
    )

const maxReports = 1000

const reportsCommand = (io: CliIo) =>
  new Command('reports')
    .summary('lists what visitors reported, the newest first')
    .description(`Lists what visitors reported, with the question and the reply, the newest first; at most ${maxReports}.`)
    .argument('[slug]', 'only of this agent')
    .option('--json', 'prints JSON')
    .addOption(new Option('--csv', 'prints CSV').conflicts('json'))
    .addOption(excelOption().conflicts('json'))
    .action((slug: string | undefined, format: Format) =>
      withDatabase(io, async ({ db }) => {
        const found = await listAllReports(db, { slug: slug ?? null, limit: maxReports })
        if (format.json) return void io.stdout.write(json(found))
        const rows = found.map(({ takenDownAt, ...report }) => ({ ...report, 'taken down': takenDownAt }))
        const columns = ['at', 'slug', 'taken down', 'reason', 'question', 'reply']
        if (format.csv || format.excel) return void io.stdout.write(csv(rows, columns, format))
        io.stdout.write(rows.length === 0 ? 'No reports.\n' : `${table(rows, columns)}\n`)
      }),
    )

const unknown = new Refusal('there is no agent with this link')

function known(slug: string): string {
  if (!agentSlugPattern.test(slug)) throw unknown
  return slug
}
