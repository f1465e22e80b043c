import { waitlistOperator } from '@duo/features/server'
import { Command, Option } from 'commander'
import { csv, type Format, json, type Row, table } from '../cli/output.ts'
import { type CliIo, withDatabase } from '../cli/terminal.ts'
import { lines } from './show.ts'

const EXAMPLES = `
Examples:
  npm run waitlist -- stats
  npm run --silent waitlist -- stats --json
  npm run --silent waitlist -- stats --csv        a line a number: measure, of, value
`

type Stats = waitlistOperator.Stats

export const statsCommand = (world: CliIo) =>
  new Command('stats')
    .summary('counts')
    .description(
      'Counts: entries, languages, days, waves, friends, review, surveys, and what is stuck. All of one moment; days are UTC.',
    )
    .addOption(new Option('--json', 'one document').conflicts('csv'))
    .option('--csv', 'comma-separated, with a head')
    .addHelpText('after', EXAMPLES)
    .action((options: Format) => stats(world, options))

async function stats(world: CliIo, { json: asJson, csv: asCsv }: Format) {
  const found = await withDatabase(world, ({ db }) => waitlistOperator.stats(db))
  if (asJson) world.stdout.write(json(found))
  else if (asCsv) world.stdout.write(csv(measures(found), ['measure', 'of', 'value']))
  else world.stdout.write(`${describe(found)}\n`)
}

function describe({
  totals,
  languages,
  days,
  waves,
  friends,
  review,
  backlogs,
  waiting_jobs,
  held_jobs,
  dead_jobs,
  workers,
}: Stats): string {
  return [
    lines({
      entries: totals.entries,
      confirmed: totals.confirmed,
      'joined by a friend': totals.by_friends,
      'let into the beta': totals.in_waves,
      'without mails': totals.unsubscribed,
    }),
    part('Languages', languages, ['language', 'entries', 'confirmed']),
    part('Last 14 days', days, ['day', 'joined', 'confirmed']),
    part('Waves', waves, ['name', 'size', 'by_referrals', 'invited', 'created_at', 'completed_at']),
    part('Friends that count', friends, ['friends', 'people']),
    `In review: ${review.waiting}\n${indented(table(review.reasons, ['reason', 'entries']))}`.trimEnd(),
    `Surveys\n${indented(
      lines({ qualified: backlogs.qualified, 'followed up': backlogs.followed_up, 'begun and not sent': backlogs.drafts }),
    )}`,
    `Waiting\n${indented(lines({ 'for the spreadsheet': backlogs.mirror_backlog, 'rank corrections to fold': backlogs.rank_log }))}`,
    part('Jobs waiting', waiting_jobs, ['name', 'waiting', 'failing', 'oldest_seconds']),
    ...(held_jobs.length > 0
      ? [part('Held since a restore (npm run restore -- --send-mails)', held_jobs, ['name', 'jobs'])]
      : []),
    part('Dead jobs', dead_jobs, ['name', 'jobs', 'last_error']),
    part('Job workers', workers, ['host', 'pid', 'last_look_seconds']),
  ].join('\n\n')
}

const indented = (text: string) => text.replace(/^(?=.)/gm, '  ')
const part = (title: string, rows: readonly Row[], columns: string[]) => `${title}\n${indented(table(rows, columns) || 'none')}`

/** Every number on a line of its own. */
function measures({
  totals,
  languages,
  days,
  waves,
  friends,
  review,
  backlogs,
  waiting_jobs,
  held_jobs,
  dead_jobs,
}: Stats): Row[] {
  return [
    ...Object.entries(totals).map(([measure, value]) => ({ measure, of: '', value })),
    ...languages.flatMap(({ language: of, entries, confirmed }) => [
      { measure: 'language_entries', of, value: entries },
      { measure: 'language_confirmed', of, value: confirmed },
    ]),
    ...days.flatMap(({ day: of, joined, confirmed }) => [
      { measure: 'day_joined', of, value: joined },
      { measure: 'day_confirmed', of, value: confirmed },
    ]),
    ...waves.flatMap(({ name: of, size, invited }) => [
      { measure: 'wave_size', of, value: size },
      { measure: 'wave_invited', of, value: invited },
    ]),
    ...friends.map(({ friends: of, people: value }) => ({ measure: 'people_with_friends', of, value })),
    { measure: 'in_review', of: '', value: review.waiting },
    ...review.reasons.map(({ reason: of, entries: value }) => ({ measure: 'in_review_for', of, value })),
    ...Object.entries(backlogs).map(([measure, value]) => ({ measure, of: '', value })),
    ...waiting_jobs.flatMap(({ name: of, waiting, failing, oldest_seconds }) => [
      { measure: 'waiting_jobs', of, value: waiting },
      { measure: 'failing_jobs', of, value: failing },
      { measure: 'oldest_job_seconds', of, value: oldest_seconds },
    ]),
    ...held_jobs.map(({ name: of, jobs: value }) => ({ measure: 'held_jobs', of, value })),
    ...dead_jobs.map(({ name: of, jobs: value }) => ({ measure: 'dead_jobs', of, value })),
  ]
}
