import * as waitlistOperator from '@duo/features/waitlist/server/admin/admin.ts'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { json } from '../cli/output.ts'
import { type CliIo, type Consent, withDatabase } from '../cli/terminal.ts'
import { describe, idOf } from './show.ts'

const ABOUT =
  'Deletes an entry and all its data, as members can do on their status page. Everyone behind moves up; friends keep ' +
  'their positions. Without --yes it only shows what would be deleted.'

const EXAMPLES = `
Examples:
  npm run waitlist -- erase ana@example.com            shows what would be deleted
  npm run waitlist -- erase ana@example.com --yes
  npm run waitlist -- erase - --yes                    reads the address from standard input
`

interface EraseOptions extends Consent {
  json?: boolean
}

export const eraseCommand = (io: CliIo) =>
  new Command('erase')
    .summary('deletes an entry')
    .description(ABOUT)
    .argument('<who>', 'e-mail address, referral code or id; - for standard input')
    .option('--dry-run', 'shows what would be deleted and changes nothing; the default, overrides --yes')
    .option('--yes', 'erases')
    .option('--json', 'prints JSON')
    .addHelpText('after', EXAMPLES)
    .action((who: string, options: EraseOptions) => erase(io, who, options))

async function erase(io: CliIo, who: string, { dryRun, yes, json: asJson }: EraseOptions) {
  await withDatabase(io, async ({ db }) => {
    const id = await idOf(io, db, who)
    const erases = yes && !dryRun
    if (!erases) {
      const shown = await waitlistOperator.getEntryDetail(db, id)
      if (!shown) throw new Refusal('the entry has just been erased')
      io.stdout.write(asJson ? json({ dryRun: true, erases: shown }) : `${describe(shown)}\n`)
      io.stderr.write('All of this would be erased. Nothing was changed; --yes erases it.\n')
      return
    }
    if (!(await waitlistOperator.erase(db, id))) throw new Refusal('the entry has just been erased')
    if (asJson) io.stdout.write(json({ erased: id }))
    else io.stderr.write(`Erased ${id}.\n`)
  })
}
