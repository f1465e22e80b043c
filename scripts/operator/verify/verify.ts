import { isDigitalSource } from '@duo/platform/shared/digital-source.ts'
import { Command, Option } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { json, table } from '../cli/output.ts'
import { runProgram } from '../cli/program.ts'
import { type CliIo, machine } from '../cli/terminal.ts'
import { typedPath } from '../cli/typed-path.ts'
import type { FoundPicture, FoundReply } from './found.ts'
import { parseOrNull, repliesInEvents, repliesInJson } from './json-replies.ts'
import { judge, type Verdict } from './judge.ts'
import { type KeySource, loadKeys } from './keys.ts'
import { repliesInPage } from './page-replies.ts'
import { pictureIn } from './picture.ts'
import { readBounded } from './read-bounded.ts'
import { repliesInTranscript } from './transcript-replies.ts'

const ABOUT = `Checks the marks of machine-made replies and pictures in a file: an account's download, a saved shared page, a downloaded
conversation, an API result, or a picture.`

const MORE = `
A reply is valid if its text is exactly the one that the server signed, altered if not, and unsigned if it has no note. A reply that the
file calls crisis help or a failure has none either: only the file says so. A valid note proves which agent made the text, not that the
text is true. Questions, sources, text outside of the replies, and replies that were removed are not checked, nor are the styles and
scripts of a page. Pictures have a mark, but no signature.

The keys are those of the database (DATABASE_URL, else the embedded one in DATA_DIR), of a file, or of a server.

Examples:
  npm run verify -- duo-data.json
  npm run verify -- shared.html --from https://goduo.example
  npm run verify -- duo-ada-lovelace.md --key duo-signing-key.json

Exit codes: 0 every machine-made reply is valid, 1 one is not or is unsigned, or nothing is marked, 2 invalid arguments.
`

const maxFileBytes = 50_000_000

/** Runs the command. Resolves to the exit code: 0 all valid, 1 altered, unknown key, unsigned, no mark or failed, 2 invalid arguments. */
export function main(args: string[], io: CliIo = machine('verify')): Promise<number> {
  const program = new Command('verify')
    .description(ABOUT)
    .argument('<file>', 'the file, of at most 50 MB')
    .addOption(new Option('--key <file>', 'public keys, as a server publishes them').conflicts('from'))
    .option('--from <address>', 'address of the server that publishes the keys')
    .option('--json', 'prints JSON')
    .addHelpText('after', MORE)
    .action((file: string, options: KeySource & { json?: true }) => run(io, file, options))
  return runProgram(program, args, io)
}

async function run(io: CliIo, file: string, options: KeySource & { json?: true }): Promise<void> {
  const bytes = await readBounded(typedPath(file), maxFileBytes)
  const picture = pictureIn(bytes)
  if (picture) return reportPicture(io, picture, options)
  const replies = repliesIn(bytes, file)
  if (replies.length === 0) throw new Refusal(`${file} has no marked reply`)
  const isSigned = replies.some(({ note }) => note !== null)
  const keys = isSigned ? await loadKeys(io, options) : []
  const verdicts: Verdict[] = []
  for (const reply of replies) verdicts.push(await judge(reply, keys))
  reportReplies(io, verdicts, options)
}

/** Recognises the kind by the content, because a saved file may have any name. */
function repliesIn(bytes: Buffer, name: string): FoundReply[] {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal(`${name} is neither text nor a PNG, WebP, AVIF or SVG picture`)
  }
  const start = text.slice(0, 1_000).trimStart()
  if (/^[[{]/.test(start)) {
    const document = parseOrNull(text)
    if (document !== null) return repliesInJson(document)
  }
  if (/^(?:<!--[^>]*-->\s*)*<(?:!doctype html|html)/i.test(start)) return repliesInPage(text)
  return /^(?:event|data|id|retry)?:/.test(start) ? repliesInEvents(text) : repliesInTranscript(text)
}

function reportReplies({ stdout }: CliIo, verdicts: readonly Verdict[], format: { json?: true }): void {
  const rows = verdicts.map(({ state, id, claims, reason }) => ({
    state,
    agent: claims?.agent ?? '',
    engine: claims?.engine ?? '',
    model: claims?.model ?? '',
    made: claims?.made_at ?? '',
    server: claims?.iss ?? '',
    reply: id ?? '',
    reason,
  }))
  stdout.write(
    format.json ? json(rows) : `${table(rows, ['state', 'agent', 'engine', 'model', 'made', 'server', 'reply', 'reason'])}\n`,
  )
  const count = (state: Verdict['state']) => verdicts.filter((one) => one.state === state).length
  const unsigned = count('unsigned')
  if (unsigned + count('by people') === verdicts.length) throw new Refusal('no reply is signed')
  const bad = count('altered') + count('unknown key') + unsigned
  if (bad > 0)
    throw new Refusal(`${bad} of ${verdicts.length} replies did not pass${unsigned > 0 ? ` (unsigned: ${unsigned})` : ''}`)
}

function reportPicture({ stdout }: CliIo, { term }: FoundPicture, format: { json?: true }): void {
  if (term === null || !isDigitalSource(term)) throw new Refusal('the picture does not say how it was made')
  const row = { state: 'marked', source: term, reason: 'pictures are not signed' }
  stdout.write(format.json ? json([row]) : `${table([row], ['state', 'source', 'reason'])}\n`)
}
