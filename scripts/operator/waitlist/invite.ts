import { waitlistWaves } from '@duo/features/server'
import { Command, InvalidArgumentError, Option } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { csv, type Format, json, table } from '../cli/output.ts'
import { type CliIo, type Consent, confirm, progress, requireConsent, stoppable, withDatabase } from '../cli/terminal.ts'
import { wholeNumber } from './list.ts'

const ABOUT =
  'Lets a wave of people into the beta: a share of the places goes to those with the most counted friends (ties by position), the ' +
  'rest to those who joined first. Only confirmed people who are in no wave yet and have not unsubscribed. Everybody gets the mail ' +
  'through the job queue.'

const EXAMPLES = `
A wave is its name: the same command goes on where an earlier one stopped, or says that the wave is complete. Other numbers for a known
name are refused. Several operators may invite at the same moment; nobody is invited twice.

Examples:
  npm run waitlist -- invite --wave spring --size 500 --by-referrals 0.4 --dry-run
  npm run waitlist -- invite --wave spring --size 500 --by-referrals 0.4
  npm run waitlist -- invite --wave press --size 20 --by-referrals 0 --yes
`

interface InviteOptions extends Consent, Format {
  wave: string
  size: number
  byReferrals: number
}
type Preview = Extract<waitlistWaves.WavePreview, { error: null }>

const columns = ['by', 'email', 'friends', 'seat', 'id']

export const inviteCommand = (world: CliIo) =>
  new Command('invite')
    .summary('lets a wave of people into the beta')
    .description(ABOUT)
    .requiredOption('--wave <name>', 'letters, digits, . _ -', waveName)
    .requiredOption('--size <n>', 'people to invite', wholeNumber(1, 1_000_000))
    .requiredOption('--by-referrals <share>', 'the part of them, 0 to 1, that counted friends decide', share)
    .option('--dry-run', 'shows who would be invited and changes nothing')
    .option('--yes', 'does not ask')
    .addOption(new Option('--json', 'one document').conflicts('csv'))
    .option('--csv', 'who is (or would be) invited, comma-separated')
    .addHelpText('after', EXAMPLES)
    .action((options: InviteOptions) => invite(world, options))

async function invite(world: CliIo, options: InviteOptions) {
  requireConsent(world, options)
  const wave = { name: options.wave, size: options.size, byReferrals: options.byReferrals }
  await withDatabase(world, async ({ db }) => {
    const preview = await waitlistWaves.previewWave(db, wave)
    if (preview.error !== null) throw refusal(wave, preview)
    if (options.dryRun || !options.json) world.stdout.write(plan(wave, preview, options))
    if (!options.csv && !options.json) world.stdout.write(outlook(wave, preview, options))
    if (options.dryRun || preview.complete) {
      if (preview.complete && options.json && !options.dryRun)
        world.stdout.write(json({ wave, state: 'complete', invitedNow: 0, total: preview.alreadyInvited }))
      return
    }
    if (preview.people.length === 0) throw new Refusal('nobody can be invited now')
    if (!(await confirm(world, `Invite ${people(preview.people.length)}?`, options))) throw new Refusal('nobody was invited')
    const answer = await runWithProgress(world, db, wave)
    if (answer.error !== null) throw refusal(wave, answer)
    if (options.json) world.stdout.write(json({ wave, state: answer.state, invitedNow: answer.invitedNow, total: answer.total }))
    else world.stderr.write(`Invited ${people(answer.invitedNow)}; the wave has ${answer.total} of ${wave.size}.\n`)
    if (answer.state === 'stopped') throw new Refusal('stopped; the same command goes on')
  })
}

function runWithProgress(world: CliIo, db: Parameters<typeof waitlistWaves.runWave>[0], wave: waitlistWaves.Wave) {
  const bar = progress(world, { total: wave.size, unit: 'people' })
  return stoppable((signal) => waitlistWaves.runWave(db, wave, { signal, onBatch: bar.at })).finally(bar.stop)
}

function plan(wave: waitlistWaves.Wave, preview: Preview, { json: asJson, csv: asCsv }: InviteOptions): string {
  if (asJson) return json({ dryRun: true, wave, ...preview, error: undefined })
  if (asCsv) return csv(preview.people, columns)
  return preview.people.length > 0 ? `${table(preview.people, columns)}\n` : ''
}

function outlook(wave: waitlistWaves.Wave, preview: Preview, { dryRun }: InviteOptions): string {
  const already = preview.alreadyInvited > 0 ? `, ${preview.alreadyInvited} came in before` : ''
  if (preview.complete) return `Wave ${wave.name} is complete${already}. Nobody to invite.\n`
  const friends = preview.people.filter(({ by }) => by === 'friends').length
  const short = preview.alreadyInvited + preview.people.length < wave.size ? ' Nobody else may be invited now.' : ''
  const grounds = `${friends} by friends, ${preview.people.length - friends} by date of joining`
  const would = `Wave ${wave.name} ${dryRun ? 'would invite' : 'invites'} ${people(preview.people.length)} (${grounds}) of ${wave.size}${already}.`
  return `${would}${short}${dryRun ? ' Nothing was changed.' : ''}\n`
}

const refusal = ({ name }: waitlistWaves.Wave, { size, byReferrals }: waitlistWaves.WaveMismatch) =>
  new Refusal(`wave ${name} is known with --size ${size} --by-referrals ${byReferrals}; use these, or another name`)

const people = (n: number) => (n === 1 ? '1 person' : `${n} people`)

function waveName(given: string): string {
  if (/^\w[\w.-]{0,63}$/.test(given)) return given
  throw new InvalidArgumentError('It must have 1 to 64 letters, digits, dots, hyphens or underscores.')
}

function share(given: string): number {
  const value = Number(given)
  if (/^\d*\.?\d+$/.test(given) && value >= 0 && value <= 1) return value
  throw new InvalidArgumentError('It must be a number from 0 to 1, such as 0.4.')
}
