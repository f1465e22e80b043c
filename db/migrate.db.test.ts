import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runMigrateCommand } from './cli/migrate-command.ts'
import { connect } from './connection/connect.ts'
import type { Db } from './index.ts'
import { type MigrationState, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { emptyDatabase, testDatabase } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

const names = Object.keys(migrations)
const upTo = (newest: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= newest))
const changed = (states: MigrationState[]) => states.filter((state) => state.changed).map(({ name }) => name)
const applied = (states: MigrationState[]) => states.filter(({ state }) => state === 'applied').map(({ name }) => name)

async function ownTables(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.filter(({ schema }) => schema === 'public').map(({ name }) => name)
}

test('up applies everything once, down rolls back the newest, status changes nothing', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  expect(await migrate(db, 'status')).toEqual(names.map((name) => ({ name, state: 'pending', changed: false })))
  expect(await ownTables(db)).toEqual([])

  expect(changed(await migrate(db, 'up'))).toEqual(names)
  expect(changed(await migrate(db, 'up'))).toEqual([])

  const down = await migrate(db, 'down')
  expect(changed(down)).toEqual(names.slice(-1))
  expect(applied(down)).toEqual(names.slice(0, -1))
  expect(changed(await migrate(db, 'up'))).toEqual(names.slice(-1))
})

test('every migration can be rolled back', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  await migrate(db, 'up')
  for (const _ of names) await migrate(db, 'down')
  expect(await ownTables(db)).toEqual([])
  expect(changed(await migrate(db, 'down'))).toEqual([])
  expect(changed(await migrate(db, 'up'))).toEqual(names)
})

test('an older version refuses to migrate a newer database, and changes nothing', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  const oldOnes = { '0001-first': { up: async () => {} } }
  await migrate(db, 'up', { ...oldOnes, '0002-second': { up: async () => {} } })
  for (const action of ['up', 'down'] as const)
    await expect(migrate(db, action, oldOnes)).rejects.toThrow(
      /^this database was migrated by a newer version \(it has 0002-second\): run that version, or undo .*npm run migrate -- down\)$/,
    )
})

// one row per table, in the columns of that migration; edition tables already contain theirs. A migration may have a file instead
const rowsOf: Record<string, string> = {
  '0001-waitlist': `
    insert into waitlist_signup (id, email, language, seat, referral_code) values ('${id(1)}', 'ana@example.com', 'pt', 1, 'ANA');
    insert into waitlist_signup (id, email, language, seat, referral_code, invited_by)
      values ('${id(2)}', 'bia@example.com', 'en', 3, 'BIA', '${id(1)}');
    insert into waitlist_rank_delta values (2, -1);
    insert into waitlist_event (id, signup_id, kind) values ('${id(1)}', '${id(1)}', 'joined');`,
  '0002-mail': `insert into caught_mail (id, message_id, sender, recipient, subject, html, text) values ('${id(1)}', 'm', 's', 'r', 'Hi', '', '')`,
  '0003-rate-limit': `insert into rate_limit values ('call:1', 1, 0)`,
  '0004-waitlist-rank': `
    insert into waitlist_mover values (3, 2, 1);
    insert into waitlist_rank_node values (0, 0, 1);
    insert into waitlist_credit (inviter_id, mailbox_hash) values ('${id(1)}', 'h');
    insert into waitlist_address values ('${id(1)}', 'h', now());
    insert into waitlist_wave (name, size, by_referrals) values ('spring', 1, 0);
    update waitlist_signup set wave = 'spring', invited_at = now(), credit = 'counted' where seat = 1;`,
  '0005-survey': `
    insert into survey_qualification (signup_id, audience_size, categories, goals) values ('${id(1)}', 'small', '{a}', '{b}');
    insert into survey_follow_up (signup_id, user_types, niches, agent_types, description, address)
      values ('${id(1)}', '{a}', '{b}', '{c}', 'd', '127.0.0.1');
    insert into survey_draft (signup_id, survey, answers) values ('${id(1)}', 'follow_up', '{}');`,
  '0006-blog': `
    insert into blog_article (language, id, slug, lone, title, excerpt, author, date, read_time, category, image, figure, keywords,
      published_time, modified_time, html, headings, words, hash, head)
      values ('en', 1, 's', true, 't', 'e', 'a', now(), 1, 'c', 'i', 'f', '{}', now(), now(), '', '[]', 1, 'h', '');
    insert into blog_search values ('en', 1, true, 'c', now(), '');
    insert into blog_count values ('en', 'c', 1);`,
  '0007-auth': `
    insert into auth_user (id, name, email) values ('${id(1)}', 'Ana', 'ana@example.com');
    insert into auth_session (id, user_id, token, expires_at) values ('${id(1)}', '${id(1)}', 't', now());
    insert into auth_account (id, user_id, provider_id, account_id) values ('${id(1)}', '${id(1)}', 'google', '1');
    insert into auth_verification (id, identifier, value, expires_at) values ('${id(1)}', 'i', 'v', now());
    insert into auth_mail (id, kind, email, language, user_id) values ('${id(1)}', 'welcome', 'ana@example.com', 'pt', '${id(1)}');
    update waitlist_signup set user_id = '${id(1)}' where seat = 1;`,
  '0008-billing': `insert into billing_subscription (user_id, plan) values ('${id(1)}', 'pro')`,
  '0009-marketplace': `
    insert into marketplace_agent (id, slug, name, category, colors, hash) values ('${id(1)}', 'ada', 'Ada', 'c', '{a,b}', 'h');
    insert into marketplace_agent_text values ('${id(1)}', 'en', 'l', 'd', 'v', 'p', '{}', '{}', '{}', 'f', '{}');
    insert into marketplace_note values ('${id(1)}', 'en', 'k', 1, 't', 't', '{}', 's', '');`,
  '0010-chat': `
    insert into chat_conversation (id, user_id, agent_id, title) values ('${id(1)}', '${id(1)}', '${id(1)}', 't');
    insert into chat_message (id, conversation_id, seq, role, status) values ('${id(1)}', '${id(1)}', 1, 'assistant', 'running');
    insert into chat_process (id, beat_at) values ('${id(1)}', '2026-01-01');
    insert into chat_run (reply_id, conversation_id, user_id, slot, process_id)
      values ('${id(1)}', '${id(1)}', '${id(1)}', 1, '${id(1)}');
    insert into chat_chunk values ('${id(1)}', 0, 'As');
    insert into billing_usage values ('${id(1)}', '2026-01-01', 1);`,
  '0014-idempotency': `insert into idempotency_key (key_hash, input_hash, effect_id) values ('k', 'i', '${id(1)}')`,
  '0016-auth-security': `
    insert into auth_device (id, user_id) values ('${id(1)}', '${id(1)}');
    update auth_session set device_id = '${id(1)}';
    insert into auth_event (id, user_id, kind) values ('${id(1)}', '${id(1)}', 'signed_in');
    insert into auth_event (id, erased_account, kind) values ('${id(2)}', '${id(2)}', 'erased');
    update auth_mail set event_id = '${id(1)}';`,
  '0017-data-key-and-spending': `
    insert into data_key (wrapped, made_from_secret) values ('w', true);
    insert into chat_spending values ('2026-01-01', 1);`,
  '0036-provenance': `
    insert into note_key (kid, x) values ('k', 'x');
    update chat_message set provenance = 'n' where id = '${id(3)}'`,
  '0031-visitor-tokens': `update chat_spending set visitor_tokens = 1`,
  '0034-token-reservations': `
    insert into chat_token_reservation values ('${id(1)}', '2026-01-01', 2, 1, '2026-01-01');
    update chat_run set reserved_tokens = 1`,
  '0026-note-vectors': `
    insert into marketplace_note_vector values ('${id(1)}', 'en', 'k', 'm', 'h', '\\x00000000', 1);`,
  '0024-waitlist-credit-block': `update waitlist_credit set block_hash = 'b', domain_hash = 'd'`,
  '0019-chat-help': `
    insert into chat_message (id, conversation_id, seq, role, status, origin)
      values ('${id(2)}', '${id(1)}', 2, 'assistant', 'done', 'help')`,
  '0021-chat-next-questions': `
    insert into chat_message (id, conversation_id, seq, role, status, origin, problem, next_questions)
      values ('${id(3)}', '${id(1)}', 3, 'assistant', 'done', 'offline', 'resting', '{Why?}')`,
  '0033-reply-html': `insert into chat_reply_html values ('${id(1)}', 1, '<p>a</p>')`,
  '0023-chat-share': `insert into chat_share (conversation_id, token_hash, last_seq) values ('${id(1)}', 'h', 1)`,
  '0025-chat-versions': `
    insert into chat_message (id, conversation_id, seq, role, status, client_id, version_of)
      values ('${id(4)}', '${id(1)}', 4, 'user', 'done', '${id(4)}', '${id(4)}');
    update chat_message set put_away_at = now(), away_with = '${id(4)}' where id = '${id(4)}'`,
  '0027-second-factor': `
    insert into auth_passkey (id, user_id, credential_id, public_key, counter, transports, name, event_id)
      values ('${id(1)}', '${id(1)}', 'c', '\\x00', 0, '{}', 'n', '${id(1)}');
    insert into auth_one_time_codes (user_id, secret, last_step, event_id) values ('${id(1)}', 's', 1, '${id(1)}');
    insert into auth_recovery_code (user_id, code_hash) values ('${id(1)}', 'h');
    insert into auth_second_step (id, user_id, token_hash, remember, expires_at) values ('${id(1)}', '${id(1)}', 'h', true, now());
    insert into auth_challenge (id, kind, session_id, value, expires_at) values ('${id(1)}', 'add_passkey', '${id(1)}', 'v', now());
    insert into auth_factor_recovery (id, user_id, ripe_at, lapses_at) values ('${id(1)}', '${id(1)}', now(), now());
    update auth_user set role = 'operator'`,
  '0030-api-key': `
    insert into auth_api_key (id, user_id, name, token_hash, hint, scopes, expires_at)
      values ('${id(1)}', '${id(1)}', 'n', 'h', 'abcd', '{chat:read}', now())`,
  '0035-factors-guard-factors': `insert into auth_api_key_network (key_id, network_hash) values ('${id(1)}', 'h')`,
  '0038-mail-code': `insert into mail_code (id, locator_hash, code_hash, page, sealed_token, expires_at) values ('${id(1)}', 'l', 'h', '/p', 's', now())`,
  '0022-chat-feedback': `insert into chat_feedback (reply_id, vote) values ('${id(1)}', 'up')`,
}

function id(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
}

function readRows(name: string): string {
  const file = join(import.meta.dirname, 'migrations', `${name}.rows.sql`)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

test('a database with rows in every table migrates up step by step, all the way down, and up again', async () => {
  const { db, pool } = await emptyDatabase(onTestFinished)
  const entries = async () => (await pool.query('select email from waitlist_signup order by seat')).rows.map(({ email }) => email)
  for (const name of names) {
    expect(changed(await migrate(db, 'up', upTo(name)))).toEqual([name])
    await pool.query(rowsOf[name] ?? readRows(name))
    for (const table of await ownTables(db))
      expect((await pool.query(`select from ${table}`)).rowCount, `rows in ${table}`).not.toBe(0)
  }
  for (const name of names.slice(1).reverse()) expect(changed(await migrate(db, 'down'))).toEqual([name])
  expect(await entries()).toEqual(['ana@example.com', 'bia@example.com'])
  expect(changed(await migrate(db, 'up'))).toEqual(names.slice(1))
  expect(await entries()).toEqual(['ana@example.com', 'bia@example.com'])
  // the gap is preserved
  expect((await pool.query('select seat from waitlist_vacated_seat')).rows).toEqual([{ seat: 2 }])
})

test('renames the fraud signal trap of existing entries to honeypot, and back when rolled back', async () => {
  const { db, pool } = await emptyDatabase(onTestFinished)
  const withHoneypot = upTo('0032-honeypot')
  await migrate(db, 'up', withHoneypot)
  await migrate(db, 'down', withHoneypot)
  await pool.query(`
    insert into waitlist_signup (id, email, language, seat, referral_code, fraud_signals)
    values ('${id(1)}', 'ana@example.com', 'pt', 1, 'ANA', '{too_fast,trap}')`)
  const signals = async () => (await pool.query('select fraud_signals from waitlist_signup')).rows[0].fraud_signals
  expect(changed(await migrate(db, 'up', withHoneypot))).toEqual(['0032-honeypot'])
  expect(await signals()).toEqual(['too_fast', 'honeypot'])
  await migrate(db, 'down', withHoneypot)
  expect(await signals()).toEqual(['too_fast', 'trap'])
})

test('two concurrent processes apply each migration once', async () => {
  const { db, url } = await emptyDatabase(onTestFinished)
  const other = connect({ url, onError: () => {} })
  onTestFinished(other.close)
  const [first, second] = await Promise.all([migrate(db, 'up'), migrate(other.db, 'up')])
  expect([...changed(first), ...changed(second)]).toEqual(names)
})

test('succeeds when another process renames tables while this one lists them', async () => {
  const { db, pool, url } = await emptyDatabase(onTestFinished)
  await sql`create table first (id int not null); create table second (id int not null)`.execute(db)
  const other = connect({ url, onError: () => {} })
  onTestFinished(other.close)
  const renaming = await pool.connect()
  await renaming.query('begin')
  // the listing needs it for each table, so it waits after it has read the old names
  await renaming.query('lock table pg_depend in access exclusive mode')
  const migrating = migrate(other.db, 'up', { '0001-nothing': { up: async () => {} } })
  await vi.waitFor(async () => {
    const { rowCount } = await renaming.query(`select from pg_locks where relation = 'pg_depend'::regclass and not granted`)
    expect(rowCount).toBe(1)
  }, 8_000)
  await renaming.query('alter table first rename to third')
  await renaming.query('alter table second rename to fourth')
  await renaming.query('commit')
  renaming.release()
  expect(changed(await migrating)).toEqual(['0001-nothing'])
})

test('a migration may take longer than a request, and a failing one leaves nothing behind', async () => {
  const { url } = await emptyDatabase(onTestFinished)
  const { db, close } = connect({ url, statementTimeoutMs: 50, poolMax: 1, onError: () => {} })
  onTestFinished(close)
  const slow = { up: async (on: Db) => void (await sql`create table slow as select 1 as n from pg_sleep(0.2)`.execute(on)) }
  const broken = { up: async (on: Db) => void (await sql`create table broken (n nonsense)`.execute(on)) }

  await expect(migrate(db, 'up', { '0001-slow': slow, '0002-broken': broken })).rejects.toThrow(
    'migration 0002-broken failed: type "nonsense" does not exist',
  )
  expect(await ownTables(db)).toEqual([])
  expect(changed(await migrate(db, 'up', { '0001-slow': slow }))).toEqual(['0001-slow'])
  await expect(sql`select pg_sleep(1)`.execute(db)).rejects.toMatchObject({ code: '57014' })
})

test('the command migrates while other clients are connected, and prints the result', async () => {
  const { db, url } = await emptyDatabase(onTestFinished)
  expect(await ownTables(db)).toEqual([])
  expect(await command(url, 'up')).toEqual({ code: 0, stdout: lines('applied', names), stderr: '' })
  expect(await command(url, 'up')).toMatchObject({ code: 0, stdout: 'nothing to do: every migration is applied\n' })
  expect(await command(url, 'down')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^migrate down: this changes the database of DATABASE_URL \(127.*\), and there is no terminal for the confirmation: add --yes to do it\n$/,
    ),
  })
  expect(await command(url, 'down', '--yes')).toMatchObject({ code: 0, stdout: lines('pending', names.slice(-1)) })
  expect(await command(url, 'status')).toMatchObject({
    code: 0,
    stdout: lines('applied', names.slice(0, -1)) + lines('pending', names.slice(-1)),
  })
  expect(await command(url, 'sideways')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: ') })
  expect(await command('postgres://nobody@127.0.0.1:1/none', 'up')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'migrate up: cannot open the database at 127.0.0.1:1/none: connect ECONNREFUSED 127.0.0.1:1\n',
  })
})

test('down asks for confirmation at a terminal and requires --yes elsewhere, also for the embedded database', async () => {
  const { db, url } = await testDatabase(onTestFinished)
  vi.stubEnv('DATABASE_URL', url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const output = vi.spyOn(console, 'log').mockImplementation(() => {})
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const ask = async (answer: string, isTTY = true) => {
    const terminal = { stdin: Object.assign(new PassThrough(), { isTTY }), stderr: Object.assign(new PassThrough(), { isTTY }) }
    terminal.stdin.end(answer)
    const code = await runMigrateCommand(['down'], migrate, terminal)
    terminal.stderr.end()
    return { code, prompt: await text(terminal.stderr) }
  }
  const isApplied = async () => applied(await migrate(db, 'status')).length === names.length

  expect(await ask('n\n')).toEqual({
    code: 1,
    prompt: expect.stringContaining(`Undo ${names.at(-1)} in the database of DATABASE_URL (`),
  })
  expect(complained).toHaveBeenLastCalledWith('nothing was changed')
  expect(await ask('y\n', false)).toEqual({ code: 2, prompt: '' })
  expect(await isApplied()).toBe(true)
  vi.stubEnv('DATABASE_URL', '')
  expect(await ask('y\n', false)).toEqual({ code: 2, prompt: '' })
  expect(complained).toHaveBeenLastCalledWith(
    expect.stringMatching(/^migrate down: this changes the embedded database in .*: add --yes to do it$/),
  )
  vi.stubEnv('DATABASE_URL', url)
  expect(await ask('y\n')).toMatchObject({ code: 0 })
  expect(output).toHaveBeenLastCalledWith(`${names.at(-1)}  pending`)
  expect(await isApplied()).toBe(false)
})

function lines(state: string, of: string[]): string {
  return of.map((name) => `${name}  ${state}\n`).join('')
}

async function command(url: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../scripts/operator/database/migrate.ts'), ...args],
    {
      env: { ...process.env, DATABASE_URL: url },
    },
  )
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}
