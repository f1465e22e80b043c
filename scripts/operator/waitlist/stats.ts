import * as waitlistOperator from '@duo/features/waitlist/server/admin/admin.ts'
import { Command, Option } from 'commander'
import { csv, excelOption, type Format, json, type Row, table } from '../cli/output.ts'
import { type CliIo, withDatabase } from '../cli/terminal.ts'
import { lines } from './show.ts'

const EXAMPLES = `
Examples:
  npm run waitlist -- stats
  npm run --silent waitlist -- stats --json
  npm run --silent waitlist -- stats --csv        one number per line: measure, of, value
`

type Stats = waitlistOperator.Stats

export const statsCommand = (io: CliIo) =>
  new Command('stats')
    .summary('shows statistics')
    .description(
      'Counts entries, how far they came, where they came from, their answers, languages, days, waves, friends, reviews and stuck jobs, ' +
        'in one snapshot. Days are UTC.',
    )
    .addOption(new Option('--json', 'prints JSON').conflicts(['csv', 'excel']))
    .option('--csv', 'prints CSV with a header')
    .addOption(excelOption().conflicts('json'))
    .addHelpText('after', EXAMPLES)
    .action((options: Format) => stats(io, options))

async function stats(io: CliIo, { json: asJson, csv: asCsv, excel }: Format) {
  const found = await withDatabase(io, ({ db }) => waitlistOperator.stats(db))
  if (asJson) io.stdout.write(json(found))
  else if (asCsv || excel) io.stdout.write(csv(measures(found), ['measure', 'of', 'value'], { excel }))
  else io.stdout.write(`${describe(found)}\n`)
}

function describe(stats: Stats): string {
  return [
    lines({
      entries: stats.totals.entries,
      confirmed: stats.totals.confirmed,
      'joined by a friend': stats.totals.by_friends,
      'invited to the beta': stats.totals.in_waves,
      unsubscribed: stats.totals.unsubscribed,
    }),
    part('Funnel', stats.funnel.map(withShare), ['step', 'entries', 'share']),
    part('Sources (a friend’s invitation, or none)', stats.sources, ['source', ...stats.funnel.map(({ step }) => step)]),
    part('Answers', stats.answers, ['question', 'answer', 'people']),
    part('Languages', stats.languages, ['language', 'entries', 'confirmed']),
    part('Last 14 days', stats.days, ['day', 'joined', 'confirmed']),
    part('Waves', stats.waves, ['name', 'size', 'by_referrals', 'invited', 'created_at', 'completed_at']),
    part('Friends that count', stats.friends, ['friends', 'people']),
    `In review: ${stats.review.waiting}\n${indented(table(stats.review.reasons, ['reason', 'entries']))}`.trimEnd(),
    `Surveys\n${indented(lines({ 'unfinished drafts': stats.backlogs.drafts }))}`,
    `Waiting\n${indented(lines({ 'for the spreadsheet': stats.backlogs.mirror_backlog, 'rank corrections to compact': stats.backlogs.rank_log }))}`,
    part('Jobs waiting', stats.waiting_jobs, ['name', 'waiting', 'failing', 'oldest_seconds']),
    ...(stats.held_jobs.length > 0
      ? [part('Held since a restore (npm run restore -- --send-mails)', stats.held_jobs, ['name', 'jobs'])]
      : []),
    part('Dead jobs', stats.dead_jobs, ['name', 'jobs', 'last_error']),
    part('Job workers', stats.workers, ['host', 'pid', 'last_look_seconds']),
  ].join('\n\n')
}

/** Per cent of all entries. */
const withShare = ({ step, entries }: Stats['funnel'][number], _index: number, [all]: Stats['funnel']) => ({
  step,
  entries,
  share: all?.entries ? `${Math.round((100 * entries) / all.entries)} %` : '',
})

const indented = (text: string) => text.replace(/^(?=.)/gm, '  ')
const part = (title: string, rows: readonly Row[], columns: string[]) => `${title}\n${indented(table(rows, columns) || 'none')}`

function measures(stats: Stats): Row[] {
  return [
    ...Object.entries(stats.totals).map(([measure, value]) => ({ measure, of: '', value })),
    ...stats.funnel.map(({ step: of, entries: value }) => ({ measure: 'funnel', of, value })),
    ...stats.sources.flatMap(({ source: of, ...counts }) =>
      Object.entries(counts).map(([step, value]) => ({ measure: `source_${step}`, of, value })),
    ),
    ...stats.answers.map(({ question, answer: of, people: value }) => ({ measure: `answer_${question}`, of, value })),
    ...stats.languages.flatMap(({ language: of, entries, confirmed }) => [
      { measure: 'language_entries', of, value: entries },
      { measure: 'language_confirmed', of, value: confirmed },
    ]),
    ...stats.days.flatMap(({ day: of, joined, confirmed }) => [
      { measure: 'day_joined', of, value: joined },
      { measure: 'day_confirmed', of, value: confirmed },
    ]),
    ...stats.waves.flatMap(({ name: of, size, invited }) => [
      { measure: 'wave_size', of, value: size },
      { measure: 'wave_invited', of, value: invited },
    ]),
    ...stats.friends.map(({ friends: of, people: value }) => ({ measure: 'people_with_friends', of, value })),
    { measure: 'in_review', of: '', value: stats.review.waiting },
    ...stats.review.reasons.map(({ reason: of, entries: value }) => ({ measure: 'in_review_for', of, value })),
    ...Object.entries(stats.backlogs).map(([measure, value]) => ({ measure, of: '', value })),
    ...stats.waiting_jobs.flatMap(({ name: of, waiting, failing, oldest_seconds }) => [
      { measure: 'waiting_jobs', of, value: waiting },
      { measure: 'failing_jobs', of, value: failing },
      { measure: 'oldest_job_seconds', of, value: oldest_seconds },
    ]),
    ...stats.held_jobs.map(({ name: of, jobs: value }) => ({ measure: 'held_jobs', of, value })),
    ...stats.dead_jobs.map(({ name: of, jobs: value }) => ({ measure: 'dead_jobs', of, value })),
  ]
}
