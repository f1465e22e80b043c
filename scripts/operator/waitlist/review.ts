import { waitlistReview } from '@duo/features/server'
import { Command, Option } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { csv, type Format, json, table } from '../cli/output.ts'
import { type CliIo, type Consent, confirm, progress, requireConsent, stoppable, withDatabase } from '../cli/terminal.ts'
import { idOf } from './show.ts'

const ABOUT =
  "Decides about credits that wait because something about the friend's entry looked odd. Friends keep their own place either way; " +
  'the question is whether the inviter gets the credit for them.'

const EXAMPLES = `
Examples:
  npm run waitlist -- review                                     lists what waits, with the reasons
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

const columns = ['id', 'email', 'suspicion', 'inviter_email', 'confirmed_at', 'created_at']

export const reviewCommand = (world: CliIo) =>
  new Command('review')
    .summary('decides about credits that wait')
    .description(ABOUT)
    .addCommand(listCommand(world), { isDefault: true })
    .addCommand(
      decisionCommand(world, 'approve')
        .description('gives the inviters their credit (five at most), with the mails')
        .option('--all', 'everything that waits; with --reason, everything that waits for it'),
    )
    .addCommand(decisionCommand(world, 'refuse').description('lets the credits lapse'))
    .addHelpText('after', EXAMPLES)

const listCommand = (world: CliIo) =>
  new Command('list')
    .description('lists what waits, in the order of joining')
    .option('--reason <reason>', 'only what waits for it')
    .addOption(new Option('--json', 'one document').conflicts('csv'))
    .option('--csv', 'comma-separated, with a head')
    .action((options: Format & { reason?: string }) => list(world, options))

const decisionCommand = (world: CliIo, decision: Decision) =>
  new Command(decision)
    .argument('[who...]', 'ids, e-mail addresses or referral codes')
    .option('--reason <reason>', 'only those that wait for it')
    .option('--dry-run', 'shows what would be decided and changes nothing')
    .option('--yes', 'does not ask')
    .option('--json', 'one document')
    .action((who: string[], options: DecideOptions) => decide(world, decision, who, options))

async function list(world: CliIo, { reason, json: asJson, csv: asCsv }: Format & { reason?: string }) {
  const waiting = await withDatabase(world, ({ db }) => waitlistReview.listPendingReviews(db, reason))
  if (asJson) world.stdout.write(json({ waiting }))
  else if (asCsv) world.stdout.write(csv(waiting, columns))
  else if (waiting.length === 0) world.stderr.write('Nothing waits for review.\n')
  else world.stdout.write(`${table(waiting, columns)}\n`)
}

async function decide(world: CliIo, decision: Decision, who: string[], options: DecideOptions) {
  if (who.length > 0 === Boolean(options.all)) throw new Refusal('name the entries, or say --all', 2)
  requireConsent(world, options)
  await withDatabase(world, async ({ db }) => {
    const waiting = await waitlistReview.listPendingReviews(db, options.reason)
    const chosen = options.all ? waiting : await named(world, db, who, waiting)
    if (chosen.length === 0) return void world.stderr.write('Nothing waits for review.\n')
    if (options.dryRun || !options.json) world.stdout.write(planned(decision, chosen, options))
    if (options.dryRun) return
    if (!(await confirm(world, `${decision} ${count(chosen.length)}?`, options))) throw new Refusal('nothing was changed')
    const decided = await decideEach(world, chosen, (id) =>
      (decision === 'approve' ? waitlistReview.approveCredit : waitlistReview.rejectCredit)(db, id),
    )
    world.stdout.write(options.json ? json({ decision, decided }) : summary(decided))
    if (decided.length < chosen.length) throw new Refusal(`stopped after ${decided.length} of ${chosen.length}`)
  })
}

async function named(world: CliIo, db: Parameters<typeof idOf>[1], who: string[], waiting: Waiting): Promise<Waiting> {
  const ids = new Set<string>()
  for (const one of who) ids.add(await idOf(world, db, one))
  const chosen = waiting.filter(({ id }) => ids.has(id))
  if (chosen.length < ids.size)
    throw new Refusal(`${ids.size - chosen.length} of these entries do not wait for review; nothing done`)
  return chosen
}

const planned = (decision: Decision, chosen: Waiting, { json: asJson, dryRun }: DecideOptions) =>
  asJson
    ? json({ dryRun: true, decision, entries: chosen })
    : `${table(chosen, columns)}\n${dryRun ? `Would ${decision} ${count(chosen.length)}. Nothing was changed.\n` : ''}`

/** One transaction an entry: what was decided before a stop stays. */
function decideEach(world: CliIo, chosen: Waiting, decideOne: (id: string) => Promise<waitlistReview.ReviewOutcome>) {
  return stoppable(async (signal) => {
    const bar = progress(world, { total: chosen.length, unit: 'entries' })
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
