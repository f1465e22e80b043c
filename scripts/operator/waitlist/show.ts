import * as waitlistOperator from '@duo/features/waitlist/server/admin/admin.ts'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { json, moment, printable, table } from '../cli/output.ts'
import { type CliIo, readArgumentOrStdin, withDatabase } from '../cli/terminal.ts'

const EXAMPLES = `
Examples:
  npm run waitlist -- show ana@example.com
  npm run waitlist -- show 7KQ2M9X4TC --json
  npm run waitlist -- show -            reads the address from standard input, which keeps it out of process lists and shell history
`

type Shown = waitlistOperator.EntryDetail

export const showCommand = (io: CliIo) =>
  new Command('show')
    .summary('shows one entry with all its data')
    .description('Shows everything stored about one entry, and its position.')
    .argument('<who>', 'e-mail address, referral code or id; - for standard input')
    .option('--json', 'prints JSON')
    .addHelpText('after', EXAMPLES)
    .action((who: string, { json: asJson }: { json?: boolean }) => show(io, who, asJson))

async function show(io: CliIo, who: string, asJson = false) {
  const shown = await withDatabase(io, async ({ db }) => waitlistOperator.getEntryDetail(db, await idOf(io, db, who)))
  if (!shown) throw new Refusal('the entry has just been erased')
  io.stdout.write(asJson ? json(shown) : `${describe(shown)}\n`)
}

export async function idOf(io: CliIo, db: Parameters<typeof waitlistOperator.findEntryId>[0], who: string): Promise<string> {
  const id = await waitlistOperator.findEntryId(db, await readArgumentOrStdin(io, who))
  if (id === null) throw new Refusal('there is no such entry; use an e-mail address, a referral code or an id')
  return id
}

export function describe(shown: Shown): string {
  const { entry, explanation, position, friends, history, reminders } = shown
  const counts = friends.counts.map(({ state, people }) => `${people} ${state}`).join(', ')
  const { joinedAs, gained, others } = explanation
  return [
    lines({
      email: entry.email,
      id: entry.id,
      language: entry.language,
      position: `${position} (joined as ${joinedAs}, ${gained} gained by friends, ${signed(others)} by moves of others)`,
      seat: entry.seat,
      'referral code': entry.referral_code,
      joined: moment(entry.created_at),
      confirmed: entry.confirmed_at && moment(entry.confirmed_at),
      'invited by': entry.inviter_email,
      'credit to inviter':
        entry.credit && `${entry.credit}${entry.fraud_signals.length ? ` (${entry.fraud_signals.join(', ')})` : ''}`,
      wave: entry.wave && entry.invited_at && `${entry.wave}, ${moment(entry.invited_at)}`,
      account: entry.account_email ?? 'none',
      mails: entry.unsubscribed_at ? `off since ${moment(entry.unsubscribed_at)}` : 'on',
      'reminded to confirm': reminders?.confirm_at && `${reminders.confirm_step} of 2, last ${moment(reminders.confirm_at)}`,
      'place mailed': reminders?.place_at && `${reminders.place}, ${moment(reminders.place_at)}`,
      browser: entry.user_agent,
    }),
    part(
      `Friends: ${counts || 'none'}`,
      table(friends.newest, ['email', 'confirmed_at', 'credit', 'fraud_signals', 'created_at']),
    ),
    part(
      'History',
      table(
        history.map((event) => ({ ...event, data: JSON.stringify(event.data) })),
        ['at', 'kind', 'data'],
      ),
    ),
    part('Answers', answers(shown.surveys)),
    part('Jobs waiting', table(shown.jobs, ['name', 'waiting', 'dead'])),
  ].join('\n\n')
}

function answers({ qualification, follow_up: followUp, drafts }: Shown['surveys']): string {
  return [
    qualification &&
      lines({
        'audience size': qualification.audience_size,
        categories: qualification.categories.join(', '),
        'other category': qualification.other_category,
        goals: qualification.goals.join(', '),
      }),
    followUp &&
      lines({
        'user types': followUp.user_types.join(', '),
        niches: followUp.niches.join(', '),
        'agent types': followUp.agent_types.join(', '),
        description: followUp.description,
        address: followUp.address,
        'in the spreadsheet': followUp.mirrored_at ? moment(followUp.mirrored_at) : 'not yet',
      }),
    ...drafts.map(({ survey, updated_at }) => `draft: ${survey}, ${moment(updated_at)}`),
  ]
    .filter((text) => text !== null)
    .join('\n')
}

const part = (title: string, text: string) => `${title}\n${(text || 'none').replace(/^/gm, '  ')}`

const signed = (n: number) => (n > 0 ? `+${n}` : String(n))

export function lines(values: Record<string, string | number | null | undefined>): string {
  const lines = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value))}`).join('\n')
}
