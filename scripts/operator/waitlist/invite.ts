import * as waitlistWaves from '@duo/features/waitlist/server/admin/waves.ts'
import { Command, InvalidArgumentError, Option } from 'commander'
import { Refusal } from '../cli/failure.ts'
import { csv, excelOption, type Format, json, table } from '../cli/output.ts'
import { type CliIo, type Consent, confirm, progress, requireConsent, stoppable, withDatabase } from '../cli/terminal.ts'
import { wholeNumber } from './list.ts'

const ABOUT =
  'Invites a wave of members to the beta: a share of the places goes to those with the most counted friends (ties by ' +
  'position), the rest in the order of the list. Only confirmed members without a wave who have not unsubscribed are ' +
  'invited. Mails go through the job queue.'

const EXAMPLES = `
A wave is identified by its name: the same command continues an interrupted wave, or reports that it is complete. Other numbers for an
existing name are refused. Several operators may invite at the same time; no one is invited twice.

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

export const inviteCommand = (io: CliIo) =>
  new Command('invite')
    .summary('invites a wave of members to the beta')
    .description(ABOUT)
    .requiredOption('--wave <name>', 'letters, digits, . _ -', waveName)
    .requiredOption('--size <n>', 'people to invite', wholeNumber(1, 1_000_000))
    .requiredOption('--by-referrals <share>', 'share of the places, 0 to 1, for members with the most counted friends', share)
    .option('--dry-run', 'shows who would be invited and changes nothing')
    .option('--yes', 'skips the confirmation')
    .addOption(new Option('--json', 'prints JSON').conflicts(['csv', 'excel']))
    .option('--csv', 'prints CSV of the members who are (or would be) invited')
    .addOption(excelOption().conflicts('json'))
    .addHelpText('after', EXAMPLES)
    .action((options: InviteOptions) => invite(io, options))

async function invite(io: CliIo, options: InviteOptions) {
  requireConsent(io, options)
  const wave = { name: options.wave, size: options.size, byReferrals: options.byReferrals }
  await withDatabase(io, async ({ db }) => {
    const preview = await waitlistWaves.previewWave(db, wave)
    if (preview.error !== null) throw refusal(wave, preview)
    if (options.dryRun || !options.json) io.stdout.write(plan(wave, preview, options))
    if (!options.csv && !options.excel && !options.json) io.stdout.write(outlook(wave, preview, options))
    if (options.dryRun || preview.complete) {
      if (preview.complete && options.json && !options.dryRun)
        io.stdout.write(json({ wave, state: 'complete', invitedNow: 0, total: preview.alreadyInvited }))
      return
    }
    if (preview.people.length === 0) throw new Refusal('no one can be invited now')
    if (!(await confirm(io, `Invite ${people(preview.people.length)}?`, options))) throw new Refusal('no one was invited')
    const answer = await runWithProgress(io, db, wave)
    if (answer.error !== null) throw refusal(wave, answer)
    if (options.json) io.stdout.write(json({ wave, state: answer.state, invitedNow: answer.invitedNow, total: answer.total }))
    else {
      const waiting = 'Their mails go out now; npm run waitlist -- stats counts those that wait.'
      io.stderr.write(`Invited ${people(answer.invitedNow)}; the wave has ${answer.total} of ${wave.size}. ${waiting}\n`)
    }
    if (answer.state === 'stopped') throw new Refusal('stopped; run the same command to continue')
  })
}

function runWithProgress(io: CliIo, db: Parameters<typeof waitlistWaves.runWave>[0], wave: waitlistWaves.Wave) {
  const bar = progress(io, { total: wave.size, unit: 'people' })
  return stoppable((signal) => waitlistWaves.runWave(db, wave, { signal, onBatch: bar.at })).finally(bar.stop)
}

function plan(wave: waitlistWaves.Wave, preview: Preview, { json: asJson, csv: asCsv, excel }: InviteOptions): string {
  if (asJson) return json({ dryRun: true, wave, ...preview, error: undefined })
  if (asCsv || excel) return csv(preview.people, columns, { excel })
  return preview.people.length > 0 ? `${table(preview.people, columns)}\n` : ''
}

function outlook(wave: waitlistWaves.Wave, preview: Preview, { dryRun }: InviteOptions): string {
  const already = preview.alreadyInvited > 0 ? `, ${preview.alreadyInvited} invited before` : ''
  if (preview.complete) return `Wave ${wave.name} is complete${already}. No one to invite.\n`
  const friends = preview.people.filter(({ by }) => by === 'friends').length
  const short = preview.alreadyInvited + preview.people.length < wave.size ? ' No one else can be invited now.' : ''
  const grounds = `${friends} by friends, ${preview.people.length - friends} by position`
  const would = `Wave ${wave.name} ${dryRun ? 'would invite' : 'invites'} ${people(preview.people.length)} (${grounds}) of ${wave.size}${already}.`
  return `${would}${short}${dryRun ? ' Nothing was changed.' : ''}\n`
}

const refusal = ({ name }: waitlistWaves.Wave, { size, byReferrals }: waitlistWaves.WaveMismatch) =>
  new Refusal(`wave ${name} exists with --size ${size} --by-referrals ${byReferrals}; use these, or another name`)

const people = (n: number) => (n === 1 ? '1 person' : `${n} people`)

function waveName(text: string): string {
  if (/^\w[\w.-]{0,63}$/.test(text)) return text
  throw new InvalidArgumentError('It must have 1 to 64 letters, digits, dots, hyphens or underscores.')
}

function share(text: string): number {
  const value = Number(text)
  if (/^\d*\.?\d+$/.test(text) && value >= 0 && value <= 1) return value
  throw new InvalidArgumentError('It must be a number from 0 to 1, such as 0.4.')
}
