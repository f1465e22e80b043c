import { errorCode } from '@duo/db/errors.ts'
import { type Command, CommanderError } from 'commander'
import { explain, Refusal } from './failure.ts'
import type { CliIo } from './terminal.ts'

/** Runs a command line. Resolves to the exit code: 0 done, 1 failed, 2 invalid arguments. Errors are one line on stderr. */
export async function runProgram(
  program: Command,
  args: string[],
  { stdout, stderr }: Pick<CliIo, 'stdout' | 'stderr'>,
): Promise<number> {
  const name = program.name()
  stdout.on('error', ignoreClosedReader)
  for (const command of withSubcommands(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) => write(`${name}: ${oneLine(text)} --help shows how.\n`),
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    stderr.write(`${name}: ${explain(error)}\n`)
    return error instanceof Refusal ? error.exitCode : 1
  }
}

/** Of `… | head`: it has read what it wanted, and the work goes on. */
function ignoreClosedReader(error: Error) {
  if (errorCode(error) !== 'EPIPE') throw error
}

const oneLine = (text: string) =>
  text
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
    .replace(/(?<![.?)])$/, '.')

const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)]
