import * as waitlistOperator from '@duo/features/waitlist/server/admin/admin.ts'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { json } from '../cli/output.ts'
import { type CliIo, type Consent, confirm, requireConsent, withDatabase } from '../cli/terminal.ts'

const ABOUT =
  'Gives dead jobs of one name (as shown by stats) all their attempts again: for mails that failed in a long outage of ' +
  'the mail server, or for a reason that is fixed. Jobs that fail again are dead again.'

const EXAMPLES = `
Examples:
  npm run waitlist -- stats                            shows dead jobs by name, with the last error
  npm run waitlist -- retry waitlist.welcome --dry-run
  npm run waitlist -- retry auth.mail --yes
`

interface RetryOptions extends Consent {
  json?: boolean
}

export const retryCommand = (io: CliIo) =>
  new Command('retry')
    .summary('retries dead jobs')
    .description(ABOUT)
    .argument('<name>', 'the name of the jobs')
    .option('--dry-run', 'shows how many there are and changes nothing')
    .option('--yes', 'skips the confirmation')
    .option('--json', 'prints JSON')
    .addHelpText('after', EXAMPLES)
    .action((name: string, options: RetryOptions) => retry(io, name, options))

async function retry(io: CliIo, name: string, options: RetryOptions) {
  requireConsent(io, options)
  await withDatabase(io, async ({ db }) => {
    const found = (await waitlistOperator.deadByName(db)).find((dead) => dead.name === name)
    if (!found) throw new Refusal(`no dead jobs have the name ${name}; stats shows the names`)
    if (options.dryRun || !options.json)
      io.stdout.write(options.json ? json({ dryRun: true, ...found }) : `${name}: ${found.jobs} dead, ${found.last_error}\n`)
    if (options.dryRun) return
    if (!(await confirm(io, `Retry ${found.jobs}?`, options))) throw new Refusal('nothing was changed')
    const retried = await waitlistOperator.retry(db, name)
    if (options.json) io.stdout.write(json({ name, retried }))
    else io.stderr.write(`Retrying ${retried}.\n`)
  })
}
