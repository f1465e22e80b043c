import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect } from '@duo/db/connection/connect.ts'
import { makeSignup } from '@duo/db/factories.ts'
import type { Db } from '@duo/db/index.ts'
import type { NewWaitlistSignup } from '@duo/db/tables/waitlist.ts'
import { emptyDatabase, testDatabase } from '@duo/db/testing.ts'
import { bossOf } from '@duo/platform/server/jobs/queue.ts'
import { forgetAllJobs, killJobs } from '@duo/platform/testing/jobs.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { main } from './waitlist.ts'

vi.setConfig({ testTimeout: 20_000 })

let db: Db
let url: string
beforeAll(async () => {
  ;({ db, url } = await testDatabase())
})
beforeEach(async () => {
  await sql`truncate waitlist_signup, waitlist_advanced_seat, waitlist_wave restart identity cascade`.execute(db)
  await sql`alter sequence waitlist_seat restart`.execute(db)
})

// `answer` is the operator's input at a terminal
async function waitlist(args: string[], { answer, input, at = url }: { answer?: string; input?: string; at?: string } = {}) {
  const stream = () => Object.assign(new PassThrough({ highWaterMark: 1_000_000 }), { isTTY: answer !== undefined })
  const io = { stdin: stream(), stdout: stream(), stderr: stream() }
  io.stdin.end(answer ?? input ?? '')
  const onError = (error: Error) => {
    throw error
  }
  const code = await main(args, { ...io, open: async () => connect({ url: at, onError }) })
  io.stdout.end()
  io.stderr.end()
  return { code, out: await text(io.stdout), stderr: await text(io.stderr) }
}

const member = (name: string, more: Partial<NewWaitlistSignup> = {}) =>
  makeSignup(db, { email: `${name}@example.com`, confirmed_at: new Date(), ...more })
const invited = async () =>
  (await db.selectFrom('waitlist_signup').where('wave', 'is not', null).select('email').execute()).length
const wave = ['invite', '--wave', 'spring', '--size', '2', '--by-referrals', '0.5']

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'duo-waitlist-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

test.each([
  [['lst'], /^waitlist: unknown command 'lst'.* --help shows how\.\n$/],
  [['list', '--limit', 'many'], /^waitlist: option '--limit <n>' argument 'many' is invalid\. It must be a whole number.*\n$/],
  [['list', '--confirmed', '--unconfirmed'], /cannot be used with option/],
  [['invite', '--wave', 'spring'], /^waitlist: required option '--size <n>' not specified.*\n$/],
  [[...wave.slice(0, -1), '1.5'], /number from 0 to 1/],
  [['review', 'approve'], /^waitlist: name the entries, or use --all\n$/],
])('invalid arguments (%j) exit with 2 and one line', async (args, stderr) => {
  const result = await waitlist(args)
  expect(result).toMatchObject({ code: 2, out: '' })
  expect(result.stderr).toMatch(stderr)
  expect(result.stderr.split('\n')).toHaveLength(2)
})

test.each(['list', 'show', 'export', 'review', 'invite', 'stats', 'retry', 'erase'])(
  '%s --help shows examples',
  async (command) => {
    const { code, out } = await waitlist([command, '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`npm run waitlist -- ${command}`)
  },
)

test('a database that is not set up is reported in one line', async () => {
  const empty = await emptyDatabase(onTestFinished)
  expect(await waitlist(['stats'], { at: empty.url })).toEqual({
    code: 1,
    out: '',
    stderr: 'waitlist: the database is not set up for this version: start the server once (npm start)\n',
  })
})

test('list prints a table, JSON or CSV, and the option for the next page', async () => {
  for (const name of ['ana', 'bia', 'caio']) await member(name)
  const page = await waitlist(['list', '--limit', '2'])
  expect(page.out.split('\n').map((line) => line.split(/\s+/).slice(0, 2))).toEqual([
    ['seat', 'email'],
    ['1', 'ana@example.com'],
    ['2', 'bia@example.com'],
    [''],
  ])
  expect(page.stderr).toBe('There are more: --after 2\n')
  expect(JSON.parse((await waitlist(['list', '--after', '2', '--json'])).out)).toMatchObject({
    entries: [{ seat: 3 }],
    next: null,
  })
  expect((await waitlist(['list', '--csv'])).out).toMatch(/^seat,id,email,.*\n1,[\w-]+,ana@example\.com,/)
})

test('show finds by e-mail, code or id, also from standard input, and its output cannot manipulate the terminal', async () => {
  const { id, referral_code } = await member('ana', { user_agent: 'evil\u001b[2J' })
  const shown = await waitlist(['show', 'Ana@example.com'])
  expect(shown.out).toContain('ana@example.com')
  expect(shown.out).not.toContain('\u001b')
  expect((await waitlist(['show', '-'], { input: 'ana@example.com\n' })).out).toBe(shown.out)
  for (const who of [id, referral_code])
    expect(JSON.parse((await waitlist(['show', who, '--json'])).out)).toMatchObject({ entry: { id }, position: 1 })
  expect(await waitlist(['show', 'bia@example.com'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^waitlist: .*no such entry.*\n$/),
  })
})

test('export writes a complete file that only its owner can read, and overwrites a file only with --overwrite', async () => {
  for (const name of ['ana', 'bia']) await member(name)
  const file = join(folder(), 'list.csv')
  expect(await waitlist(['export', '--out', file])).toEqual({ code: 0, out: '', stderr: '2 entries\n' })
  const written = readFileSync(file, 'utf8').split('\n')
  expect(written).toHaveLength(4)
  expect(written[1]).toMatch(/^1,1,[\w-]+,ana@example\.com,en,/)
  expect([statSync(file).mode & 0o777, readdirSync(join(file, '..'))]).toEqual([0o600, ['list.csv']])
  expect(await waitlist(['export', '--out', file])).toMatchObject({
    code: 1,
    stderr: `waitlist: ${file} exists; --overwrite replaces it\n`,
  })
  expect((await waitlist(['export', '--out', file, '--overwrite'])).code).toBe(0)
})

test('a file path is relative to the caller’s folder, and a missing folder is reported in one line', async () => {
  const at = folder()
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('INIT_CWD', at)
  expect((await waitlist(['export', '--out', 'list.csv'])).code).toBe(0)
  expect(readdirSync(at)).toEqual(['list.csv'])
  expect(await waitlist(['export', '--out', 'nowhere/list.csv'])).toEqual({
    code: 1,
    out: '',
    stderr: expect.stringMatching(/^waitlist: ENOENT: no such file or directory, open '.*nowhere\/list\.csv\.part'\n$/),
  })
})

test('a failed export leaves no file', async () => {
  const empty = await emptyDatabase(onTestFinished)
  const file = join(folder(), 'list.csv')
  expect((await waitlist(['export', '--out', file], { at: empty.url })).code).toBe(1)
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
})

test('no cell of an exported CSV is a formula, and quotes, commas and line breaks survive', async () => {
  const { id } = await makeSignup(db, { email: '=cmd@example.com' })
  await db
    .insertInto('survey_follow_up')
    .values({
      signup_id: id,
      user_types: ['@sum'],
      niches: ['-1', 'sales'],
      agent_types: [],
      description: '+HYPERLINK("http://evil.example", "x"),\nmore',
      address: '\t=1',
      mirrored_at: null,
    })
    .execute()
  const { out } = await waitlist(['export', '--follow-up'])
  expect(out).toContain(`,'=cmd@example.com,`)
  expect(out).toContain(`'@sum,"'-1, sales",,"'+HYPERLINK(""http://evil.example"", ""x""),\nmore",'\t=1,`)
  const [ndjson] = (await waitlist(['export', '--follow-up', '--format', 'ndjson'])).out.split('\n')
  expect(JSON.parse(ndjson ?? '')).toMatchObject({ position: 1, email: '=cmd@example.com', niches: ['-1', 'sales'] })
})

test('an export for Excel has a BOM, semicolons and CRLF, and no formula', async () => {
  const { id } = await makeSignup(db, { email: 'joao@example.com' })
  await db
    .insertInto('survey_follow_up')
    .values({
      signup_id: id,
      user_types: [],
      niches: [],
      agent_types: [],
      description: 'Ação; "João"\nmais',
      address: '=1',
      mirrored_at: null,
    })
    .execute()
  const file = join(folder(), 'list.csv')
  expect((await waitlist(['export', '--follow-up', '--excel', '--out', file])).code).toBe(0)
  const out = readFileSync(file, 'utf8')
  expect(out).toMatch(/^\uFEFFposition;seat;id;[\w;]+\r\n1;1;/)
  expect(out).toContain(`;"Ação; ""João""\nmais";'=1;`)
  expect(out.endsWith('\r\n')).toBe(true)
  expect(out.match(/\uFEFF/g)).toHaveLength(1)
  for (const command of [['list'], ['stats'], ['review', 'list']])
    expect((await waitlist([...command, '--excel'])).out, command[0]).toMatch(/^\w+;[\w;]+\r\n/)
  expect((await waitlist(['export', '--excel', '--format', 'ndjson'])).code).toBe(2)
})

test('stats prints a table, JSON and CSV', async () => {
  await member('ana')
  expect((await waitlist(['stats'])).out).toMatch(/^entries\s+1\nconfirmed\s+1\n/)
  expect(JSON.parse((await waitlist(['stats', '--json'])).out)).toMatchObject({ totals: { entries: 1 }, review: { waiting: 0 } })
  expect((await waitlist(['stats', '--csv'])).out).toMatch(/^measure,of,value\nentries,,1\n/)
  expect((await waitlist(['stats'])).out).toMatch(/ confirmed +1 +100 %\n[\s\S]* direct +1 +1 +0 /)
  expect((await waitlist(['stats', '--csv'])).out).toContain('\nfunnel,confirmed,1\n')
})

test('invite asks for confirmation, invites no one without a yes, and requires --yes without a terminal', async () => {
  for (const name of ['ana', 'bia', 'caio']) await member(name)
  expect(await waitlist(wave)).toMatchObject({ code: 2, out: '', stderr: expect.stringContaining('--yes') })
  expect(await waitlist(wave, { answer: 'no\n' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no one was invited'),
  })
  expect(await waitlist(wave, { answer: '' })).toMatchObject({ code: 1 })
  expect(await invited()).toBe(0)
  const done = await waitlist(wave, { answer: 'y\n' })
  expect(done.code).toBe(0)
  expect(done.stderr).toContain('Invited 2 people; the wave has 2 of 2.')
  expect(await invited()).toBe(2)
})

test('invite --dry-run lists exactly the members that invite would pick, and changes nothing', async () => {
  for (const name of ['ana', 'bia', 'caio']) await member(name)
  const planned = await waitlist([...wave, '--dry-run', '--json'])
  expect(JSON.parse(planned.out)).toMatchObject({
    dryRun: true,
    people: [
      { email: 'ana@example.com', by: 'position' },
      { email: 'bia@example.com', by: 'position' },
    ],
  })
  expect((await waitlist([...wave, '--dry-run'])).out).toContain('would invite 2 people (0 by friends, 2 by position) of 2.')
  expect(await invited()).toBe(0)
  expect(JSON.parse((await waitlist([...wave, '--yes', '--json'])).out)).toMatchObject({ state: 'complete', invitedNow: 2 })
  expect(await waitlist([...wave, '--yes'])).toMatchObject({ code: 0, out: expect.stringContaining('is complete') })
  const other = wave.with(4, '3')
  expect(await waitlist([...other, '--dry-run'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--size 2 --by-referrals 0.5'),
  })
  expect(await invited()).toBe(2)
})

test('review lists, approves by reason and refuses by name; a dry run decides nothing', async () => {
  const host = await member('host')
  const odd = { invited_by: host.id, credit: 'review' as const }
  await member('ana', { ...odd, fraud_signals: ['disposable'] })
  const bia = await member('bia', { ...odd, fraud_signals: ['block'] })
  const credits = async () =>
    (await db.selectFrom('waitlist_signup').where('invited_by', 'is not', null).select('credit').orderBy('seat').execute()).map(
      ({ credit }) => credit,
    )
  expect((await waitlist(['review'])).out).toMatch(/ana@example\.com\s+disposable\s+host@example\.com/)
  const approve = ['review', 'approve', '--all', '--reason', 'disposable']
  expect((await waitlist([...approve, '--dry-run'])).out).toContain('Would approve 1 entry. Nothing was changed.')
  expect(await credits()).toEqual(['review', 'review'])
  expect((await waitlist([...approve, '--yes'])).out).toContain('1 counted')
  expect(await waitlist(['review', 'refuse', bia.id, 'ana@example.com', '--yes'])).toMatchObject({ code: 1 }) // ana is not waiting
  expect(await credits()).toEqual(['counted', 'review'])
  expect(JSON.parse((await waitlist(['review', 'refuse', bia.id, '--yes', '--json'])).out)).toEqual({
    decision: 'refuse',
    decided: [{ id: bia.id, outcome: 'refused' }],
  })
  expect(await credits()).toEqual(['counted', 'refused'])
})

test('erase shows the plan; only --yes without --dry-run erases', async () => {
  await member('ana')
  for (const more of [[], ['--dry-run', '--yes']]) {
    const { code, out, stderr } = await waitlist(['erase', 'ana@example.com', ...more])
    expect([code, stderr]).toEqual([0, 'All of this would be erased. Nothing was changed; --yes erases it.\n'])
    expect(out).toContain('ana@example.com')
  }
  expect((await waitlist(['erase', 'ana@example.com', '--yes'])).code).toBe(0)
  expect((await waitlist(['erase', 'ana@example.com', '--yes'])).code).toBe(1)
})

test('retry restores the attempts of dead jobs with one name, and reports if there are none', async () => {
  const { id } = await member('ana')
  await forgetAllJobs(db)
  for (const name of ['waitlist.welcome', 'auth.mail'])
    await bossOf(db).send(name, { messageId: name, payload: { signupId: id } })
  await killJobs(db, 'SMTP 550')
  const dead = async () =>
    JSON.parse((await waitlist(['stats', '--json'])).out).dead_jobs.map((jobs: { name: string }) => jobs.name)
  expect(await waitlist(['retry', 'waitlist.welcome'])).toMatchObject({ code: 2 })
  expect((await waitlist(['retry', 'waitlist.welcome', '--dry-run'])).out).toBe('waitlist.welcome: 1 dead, SMTP 550\n')
  expect(await waitlist(['retry', 'waitlist.welcome'], { answer: 'n\n' })).toMatchObject({ code: 1 })
  expect((await dead()).sort()).toEqual(['auth.mail', 'waitlist.welcome'])
  expect(await waitlist(['retry', 'waitlist.welcome', '--yes'])).toMatchObject({ code: 0, stderr: 'Retrying 1.\n' })
  expect(await dead()).toEqual(['auth.mail'])
  expect(await waitlist(['retry', 'waitlist.welcome', '--yes'])).toMatchObject({
    code: 1,
    stderr: 'waitlist: no dead jobs have the name waitlist.welcome; stats shows the names\n',
  })
})

test('the starter runs the command in its own process, with arguments passed in the environment', async () => {
  await member('ana')
  const child = spawn(process.execPath, [join(import.meta.dirname, '../waitlist.mjs')], {
    env: { ...process.env, DATABASE_URL: url, DUO_WAITLIST_ARGUMENTS: JSON.stringify(['list', '--json']) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = new Promise((done) => child.on('exit', done))
  expect(JSON.parse(await text(child.stdout))).toMatchObject({ entries: [{ email: 'ana@example.com' }] })
  expect(await exit).toBe(0)
})
