import { waitlistOperator } from '@duo/features/server'
import { Command } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { json, moment, printable, table } from '../cli/output.ts'
import { type CliIo, readWho, withDatabase } from '../cli/terminal.ts'

const EXAMPLES = `
Examples:
  npm run waitlist -- show ana@example.com
  npm run waitlist -- show 7KQ2M9X4TC --json
  npm run waitlist -- show -            reads the address from standard input, so that no process list and no history has it
`

type Shown = waitlistOperator.EntryDetail

export const showCommand = (world: CliIo) =>
  new Command('show')
    .summary('shows one entry whole')
    .description('Shows everything stored about one entry, and its position.')
    .argument('<who>', 'e-mail address, referral code or id; - for standard input')
    .option('--json', 'one document')
    .addHelpText('after', EXAMPLES)
    .action((who: string, { json: asJson }: { json?: boolean }) => show(world, who, asJson))

async function show(world: CliIo, who: string, asJson = false) {
  const shown = await withDatabase(world, async ({ db }) => waitlistOperator.getEntryDetail(db, await idOf(world, db, who)))
  if (!shown) throw new Refusal('the entry has just been erased')
  world.stdout.write(asJson ? json(shown) : `${describe(shown)}\n`)
}

/** The id that the words on the command line mean. */
export async function idOf(world: CliIo, db: Parameters<typeof waitlistOperator.findEntryId>[0], who: string): Promise<string> {
  const id = await waitlistOperator.findEntryId(db, await readWho(world, who))
  if (id === null) throw new Refusal('there is no such entry (an e-mail address, a referral code or an id is needed)')
  return id
}

export function describe(shown: Shown): string {
  const { entry, explanation, position, friends, history } = shown
  const counts = friends.counts.map(({ state, people }) => `${people} ${state}`).join(', ')
  const { joinedAs, gained, others } = explanation
  return [
    lines({
      email: entry.email,
      id: entry.id,
      language: entry.language,
      // as the status page explains it: joinedAs − gained + others
      position: `${position} (joined as ${joinedAs}, ${gained} won by friends, ${signed(others)} through other people's moves)`,
      seat: entry.seat,
      'referral code': entry.referral_code,
      joined: moment(entry.created_at),
      confirmed: entry.confirmed_at && moment(entry.confirmed_at),
      'invited by': entry.inviter_email,
      'credit to inviter': entry.credit && `${entry.credit}${entry.suspicion.length ? ` (${entry.suspicion.join(', ')})` : ''}`,
      wave: entry.wave && entry.invited_at && `${entry.wave}, ${moment(entry.invited_at)}`,
      mails: entry.unsubscribed_at ? `off since ${moment(entry.unsubscribed_at)}` : 'on',
      browser: entry.user_agent,
    }),
    part(`Friends: ${counts || 'none'}`, table(friends.newest, ['email', 'confirmed_at', 'credit', 'suspicion', 'created_at'])),
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
    ...drafts.map(({ survey, updated_at }) => `begun: ${survey}, ${moment(updated_at)}`),
  ]
    .filter((text) => text !== null)
    .join('\n')
}

const part = (title: string, text: string) => `${title}\n${(text || 'none').replace(/^/gm, '  ')}`

const signed = (n: number) => (n > 0 ? `+${n}` : String(n))

/** Names and values, those without a value left out. */
export function lines(values: Record<string, string | number | null | undefined>): string {
  const said = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...said.map(([name]) => name.length))
  return said.map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value))}`).join('\n')
}
