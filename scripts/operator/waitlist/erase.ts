import { waitlistOperator } from '@duo/features/server'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { json } from '../cli/output.ts'
import { type CliIo, type Consent, withDatabase } from '../cli/terminal.ts'
import { describe, idOf } from './show.ts'

const ABOUT =
  'Deletes an entry and everything that hangs on it, as people can do from their status page. Everybody behind moves up; friends keep ' +
  'their places. Without --yes it only shows what would go.'

const EXAMPLES = `
Examples:
  npm run waitlist -- erase ana@example.com            shows what would go
  npm run waitlist -- erase ana@example.com --yes
  npm run waitlist -- erase - --yes                    reads the address from standard input
`

interface EraseOptions extends Consent {
  json?: boolean
}

export const eraseCommand = (world: CliIo) =>
  new Command('erase')
    .summary('deletes an entry')
    .description(ABOUT)
    .argument('<who>', 'e-mail address, referral code or id; - for standard input')
    .option('--dry-run', 'shows what would go and changes nothing; the default, and stronger than --yes')
    .option('--yes', 'erases')
    .option('--json', 'one document')
    .addHelpText('after', EXAMPLES)
    .action((who: string, options: EraseOptions) => erase(world, who, options))

async function erase(world: CliIo, who: string, { dryRun, yes, json: asJson }: EraseOptions) {
  await withDatabase(world, async ({ db }) => {
    const id = await idOf(world, db, who)
    const erases = yes && !dryRun
    if (!erases) {
      const shown = await waitlistOperator.getEntryDetail(db, id)
      if (!shown) throw new Refusal('the entry has just been erased')
      world.stdout.write(asJson ? json({ dryRun: true, erases: shown }) : `${describe(shown)}\n`)
      world.stderr.write('All of this would go. Nothing was changed; --yes erases.\n')
      return
    }
    if (!(await waitlistOperator.erase(db, id))) throw new Refusal('the entry has just been erased')
    if (asJson) world.stdout.write(json({ erased: id }))
    else world.stderr.write(`Erased ${id}.\n`)
  })
}
