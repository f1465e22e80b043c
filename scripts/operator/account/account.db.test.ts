import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect } from '@duo/db/connection/connect.ts'
import { makeSignup } from '@duo/db/factories.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { main } from './account.ts'

const { db, url } = await testDatabase()

// `answer` is the operator's input at a terminal
async function account(args: string[], { answer, input }: { answer?: string; input?: string } = {}) {
  const stream = () => Object.assign(new PassThrough(), { isTTY: answer !== undefined })
  const io = { stdin: stream(), stdout: stream(), stderr: stream() }
  io.stdin.end(answer ?? input ?? '')
  const onError = (error: Error) => {
    throw error
  }
  const code = await main(args, { ...io, open: async () => connect({ url, onError }) })
  io.stdout.end()
  io.stderr.end()
  return { code, out: await text(io.stdout), stderr: await text(io.stderr) }
}

async function person(name = 'Ana') {
  const id = uuid()
  const email = `${id}@example.com`
  await db.insertInto('auth_user').values({ id, name, email }).execute()
  const plan = async () =>
    (await db.selectFrom('billing_subscription').where('user_id', '=', id).select('plan').executeTakeFirst())?.plan ?? 'free'
  return { id, email, plan }
}

test('plan assigns and revokes a plan, and show prints it', async () => {
  const { email, plan } = await person()
  expect(await account(['plan', email.toUpperCase(), 'pro', '--yes'])).toEqual({
    code: 0,
    out: '',
    stderr: 'Moved the account from free to pro.\n',
  })
  expect(await plan()).toBe('pro')
  expect(JSON.parse((await account(['show', email, '--json'])).out)).toMatchObject({ email, plan: 'pro', confirmedAt: null })
  expect(await account(['plan', '-', 'pro', '--yes'], { input: `${email}\n` })).toMatchObject({
    code: 0,
    stderr: 'The account is on pro already. Nothing was changed.\n',
  })
  await account(['plan', email, 'free', '--yes'])
  expect(await plan()).toBe('free')
})

test('erase shows the account; only --yes without --dry-run erases it with its waitlist entry, and mails the receipt', async () => {
  const { id, email } = await person()
  await makeSignup(db, { email, user_id: id })
  const left = async () => ({
    accounts: (await db.selectFrom('auth_user').where('id', '=', id).select('id').execute()).length,
    entries: (await db.selectFrom('waitlist_signup').where('email', '=', email).select('id').execute()).length,
    receipts: (await db.selectFrom('auth_mail').where('email', '=', email).where('kind', '=', 'erased').select('id').execute())
      .length,
  })
  for (const more of [[], ['--dry-run', '--yes']]) {
    const { code, out, stderr } = await account(['erase', email, ...more])
    expect([code, stderr]).toEqual([0, 'This account would be erased with all its data. Nothing was changed; --yes erases it.\n'])
    expect(out).toContain(email)
  }
  expect(await left()).toEqual({ accounts: 1, entries: 1, receipts: 0 })
  expect(await account(['erase', '-', '--yes'], { input: `${email}\n` })).toEqual({ code: 0, out: '', stderr: `Erased ${id}.\n` })
  expect(await left()).toEqual({ accounts: 0, entries: 0, receipts: 1 })
})

test('plan asks for confirmation, changes nothing without a yes, and requires --yes without a terminal', async () => {
  const { email, plan } = await person()
  expect(await account(['plan', email, 'growth'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  expect(await account(['plan', email, 'growth'], { answer: 'no\n' })).toMatchObject({ code: 1 })
  expect((await account(['plan', email, 'growth', '--dry-run'])).stderr).toContain('Would move the account from free to growth')
  expect(await plan()).toBe('free')
  expect(await account(['plan', email, 'growth'], { answer: 'y\n' })).toMatchObject({ code: 0 })
  expect(await plan()).toBe('growth')
})

test.each([
  [['plan', 'nobody@example.com', 'pro', '--yes'], 1, /^account: there is no account with this address\n$/],
  [['show', 'no address'], 1, /^account: there is no account with this address\n$/],
  [['plan', 'nobody@example.com', 'gold', '--yes'], 2, /^account: command-argument value 'gold' is invalid.*\n$/],
  [['erase', 'nobody@example.com', '--yes'], 1, /^account: there is no account with this address\n$/],
  [['remove', 'nobody@example.com'], 2, /^account: unknown command 'remove'.*\n$/],
])('%j exits with %i and one line', async (args, code, stderr) => {
  const result = await account(args)
  expect(result).toMatchObject({ code, out: '' })
  expect(result.stderr).toMatch(stderr)
})

test('role makes an account an operator after a confirmation, and reverts it', async () => {
  const { id, email } = await person()
  const role = async () => (await db.selectFrom('auth_user').where('id', '=', id).select('role').executeTakeFirstOrThrow()).role
  expect(await account(['role', email, 'operator'])).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  expect((await account(['role', email, 'operator', '--dry-run'])).stderr).toContain(
    'Would change the role from person to operator',
  )
  expect(await account(['role', email, 'operator'], { answer: 'no\n' })).toMatchObject({ code: 1 })
  expect(await role()).toBe('person')
  expect(await account(['role', email, 'operator', '--yes'])).toEqual({
    code: 0,
    out: '',
    stderr: 'Changed the role from person to operator.\n',
  })
  expect(await role()).toBe('operator')
  expect((await account(['show', email])).out).toMatch(/^role +operator$/m)
  expect((await account(['role', email, 'operator', '--yes'])).stderr).toContain('already')
  expect(await account(['role', email, 'person'], { answer: 'y\n' })).toMatchObject({ code: 0 })
  expect(await account(['role', email, 'admin', '--yes'])).toMatchObject({ code: 2 })
  expect(await role()).toBe('person')
})

test('records a change of role in the events of the account, but not an unchanged role', async () => {
  const { email } = await person()
  for (const role of ['person', 'operator', 'operator', 'person']) await account(['role', email, role, '--yes'])
  const events = JSON.parse((await account(['events', email, '--json'])).out) as { kind: string }[]
  expect(events.map(({ kind }) => kind)).toEqual(['operator_role_taken', 'operator_role_given'])
})

test('sign-out ends every session after a confirmation, and events lists the history, also of an erased account', async () => {
  const { id, email } = await person()
  const session = { id: uuid(), user_id: id, token: uuid(), expires_at: new Date(Date.now() + 60_000) }
  await db
    .insertInto('auth_session')
    .values({ ...session, ip_address: null, user_agent: null })
    .execute()
  const sessions = () => db.selectFrom('auth_session').where('user_id', '=', id).select('id').execute()
  expect(await account(['sign-out', email])).toMatchObject({ code: 2 })
  expect((await account(['sign-out', email, '--dry-run'])).stderr).toContain(`Would sign ${email} out everywhere`)
  expect(await account(['sign-out', email], { answer: 'no\n' })).toMatchObject({ code: 1 })
  expect(await sessions()).toHaveLength(1)
  expect(await account(['sign-out', email, '--yes'])).toEqual({ code: 0, out: '', stderr: 'Ended 1 session.\n' })
  expect(await sessions()).toEqual([])
  expect((await account(['events', email])).out).toMatch(/operator_signed_out +1/)
  expect(JSON.parse((await account(['events', email, '--json'])).out)).toMatchObject([{ kind: 'operator_signed_out' }])
  await account(['erase', email, '--yes'])
  expect(await account(['events', email])).toMatchObject({ code: 1 })
  const left = JSON.parse((await account(['events', id, '--json'])).out)
  expect(left).toMatchObject([{ kind: 'erased', device_id: null, user_agent: null, address_hash: null, email: null }])
  expect(left).toHaveLength(1)
})

test('a name cannot manipulate the terminal', async () => {
  const { email } = await person('evil\u001b[2J')
  expect((await account(['show', email])).out).not.toContain('\u001b')
})
