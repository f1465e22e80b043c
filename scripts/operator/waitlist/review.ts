import * as waitlistReview from '@duo/features/waitlist/server/referrals/review-credit.ts'
import { Command, Option } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { csv, excelOption, type Format, json, table } from '../cli/output.ts'
import { type CliIo, type Consent, confirm, progress, requireConsent, stoppable, withDatabase } from '../cli/terminal.ts'
import { idOf } from './show.ts'

const ABOUT =
  "Decides on credits that are held because the friend's entry looked suspicious. Friends keep their own position either " +
  'way; the decision is whether the inviter gets the credit.'

const EXAMPLES = `
Examples:
  npm run waitlist -- review                                     lists pending credits with the reasons
  npm run waitlist -- review approve ana@example.com
  npm run waitlist -- review approve --all --reason disposable_domain --dry-run
  npm run waitlist -- review refuse <id> <id> --yes
`

interface DecideOptions extends Consent {
  json?: boolean
  all?: boolean
  reason?: string
}
type Decision = 'approve' | 'refuse'
type Waiting = Awaited<ReturnType<typeof waitlistReview.listPendingReviews>>

const columns = ['id', 'email', 'fraud_signals', 'inviter_email', 'confirmed_at', 'created_at']

export const reviewCommand = (io: CliIo) =>
  new Command('review')
    .summary('decides on pending credits')
    .description(ABOUT)
    .addCommand(listCommand(io), { isDefault: true })
    .addCommand(
      decisionCommand(io, 'approve')
        .description('gives the inviters their credit (five at most), with the mails')
        .option('--all', 'all pending credits; with --reason, all with that reason'),
    )
    .addCommand(decisionCommand(io, 'refuse').description('refuses the credits'))
    .addHelpText('after', EXAMPLES)

const listCommand = (io: CliIo) =>
  new Command('list')
    .description('lists pending credits, in the order of joining')
    .option('--reason <reason>', 'only those with this reason')
    .addOption(new Option('--json', 'prints JSON').conflicts(['csv', 'excel']))
    .option('--csv', 'prints CSV with a header')
    .addOption(excelOption().conflicts('json'))
    .action((options: Format & { reason?: string }) => list(io, options))

const decisionCommand = (io: CliIo, decision: Decision) =>
  new Command(decision)
    .argument('[who...]', 'ids, e-mail addresses or referral codes')
    .option('--reason <reason>', 'only those with this reason')
    .option('--dry-run', 'shows what would be decided and changes nothing')
    .option('--yes', 'skips the confirmation')
    .option('--json', 'prints JSON')
    .action((who: string[], options: DecideOptions) => decide(io, decision, who, options))

async function list(io: CliIo, { reason, json: asJson, csv: asCsv, excel }: Format & { reason?: string }) {
  const waiting = await withDatabase(io, ({ db }) => waitlistReview.listPendingReviews(db, reason))
  if (asJson) io.stdout.write(json({ waiting }))
  else if (asCsv || excel) io.stdout.write(csv(waiting, columns, { excel }))
  else if (waiting.length === 0) io.stderr.write('No credit is pending review.\n')
  else io.stdout.write(`${table(waiting, columns)}\n`)
}

async function decide(io: CliIo, decision: Decision, who: string[], options: DecideOptions) {
  if (who.length > 0 === Boolean(options.all)) throw new Refusal('name the entries, or use --all', 2)
  requireConsent(io, options)
  await withDatabase(io, async ({ db }) => {
    const waiting = await waitlistReview.listPendingReviews(db, options.reason)
    const chosen = options.all ? waiting : await named(io, db, who, waiting)
    if (chosen.length === 0) return void io.stderr.write('No credit is pending review.\n')
    if (options.dryRun || !options.json) io.stdout.write(planned(decision, chosen, options))
    if (options.dryRun) return
    if (!(await confirm(io, `${decision} ${count(chosen.length)}?`, options))) throw new Refusal('nothing was changed')
    const decided = await decideEach(io, chosen, (id) =>
      (decision === 'approve' ? waitlistReview.approveCredit : waitlistReview.rejectCredit)(db, id),
    )
    io.stdout.write(options.json ? json({ decision, decided }) : summary(decided))
    if (decided.length < chosen.length) throw new Refusal(`stopped after ${decided.length} of ${chosen.length}`)
  })
}

async function named(io: CliIo, db: Parameters<typeof idOf>[1], who: string[], waiting: Waiting): Promise<Waiting> {
  const ids = new Set<string>()
  for (const one of who) ids.add(await idOf(io, db, one))
  const chosen = waiting.filter(({ id }) => ids.has(id))
  if (chosen.length < ids.size)
    throw new Refusal(`${ids.size - chosen.length} of these entries are not pending review; nothing was done`)
  return chosen
}

const planned = (decision: Decision, chosen: Waiting, { json: asJson, dryRun }: DecideOptions) =>
  asJson
    ? json({ dryRun: true, decision, entries: chosen })
    : `${table(chosen, columns)}\n${dryRun ? `Would ${decision} ${count(chosen.length)}. Nothing was changed.\n` : ''}`

// one transaction per entry, so that decisions before an abort persist
function decideEach(io: CliIo, chosen: Waiting, decideOne: (id: string) => Promise<waitlistReview.ReviewOutcome>) {
  return stoppable(async (signal) => {
    const bar = progress(io, { total: chosen.length, unit: 'entries' })
    const decided: { id: string; outcome: waitlistReview.ReviewOutcome }[] = []
    try {
      for (const { id } of chosen) {
        if (signal.aborted) break
        decided.push({ id, outcome: await decideOne(id) })
        bar.at(decided.length)
      }
    } finally {
      bar.stop()
    }
    return decided
  })
}

const summary = (decided: { outcome: string }[]) => {
  const outcomes = Map.groupBy(decided, ({ outcome }) => outcome)
  return `${[...outcomes].map(([outcome, entries]) => `${entries.length} ${outcome}`).join(', ')}\n`
}

const count = (n: number) => (n === 1 ? '1 entry' : `${n} entries`)
