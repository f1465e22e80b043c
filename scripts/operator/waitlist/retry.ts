import { waitlistOperator } from '@duo/features/server'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { json } from '../cli/output.ts'
import { type CliIo, type Consent, confirm, requireConsent, withDatabase } from '../cli/terminal.ts'

const ABOUT =
  'Gives dead jobs of one name (as stats shows it) all their attempts again: mails that an outage of the mail server outlasted, or that it ' +
  'refused for a reason you have mended. Those that are refused again are dead again.'

const EXAMPLES = `
Examples:
  npm run waitlist -- stats                            shows dead jobs by name, with the last error
  npm run waitlist -- retry waitlist.welcome --dry-run
  npm run waitlist -- retry auth.mail --yes
`

interface RetryOptions extends Consent {
  json?: boolean
}

export const retryCommand = (world: CliIo) =>
  new Command('retry')
    .summary('tries dead jobs again')
    .description(ABOUT)
    .argument('<name>', 'the name of the jobs')
    .option('--dry-run', 'shows how many there are and changes nothing')
    .option('--yes', 'asks nothing')
    .option('--json', 'one document')
    .addHelpText('after', EXAMPLES)
    .action((name: string, options: RetryOptions) => retry(world, name, options))

async function retry(world: CliIo, name: string, options: RetryOptions) {
  requireConsent(world, options)
  await withDatabase(world, async ({ db }) => {
    const found = (await waitlistOperator.deadByName(db)).find((dead) => dead.name === name)
    if (!found) throw new Refusal(`no dead jobs have the name ${name}; stats shows the names`)
    if (options.dryRun || !options.json)
      world.stdout.write(options.json ? json({ dryRun: true, ...found }) : `${name}: ${found.jobs} dead, ${found.last_error}\n`)
    if (options.dryRun) return
    if (!(await confirm(world, `Try ${found.jobs} again?`, options))) throw new Refusal('nothing was changed')
    const retried = await waitlistOperator.retry(db, name)
    if (options.json) world.stdout.write(json({ name, retried }))
    else world.stderr.write(`Trying ${retried} again.\n`)
  })
}
