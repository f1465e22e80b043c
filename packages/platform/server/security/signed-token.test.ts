import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { keysFrom } from '../../testing/test-keys.ts'
import { readTicket, signTicket } from './signed-token.ts'

const secret = keysFrom('a secret that only tests know, 32+')
const key = new TextEncoder().encode(secret.signing('ticket list.read'))
const subject = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b'
const sign = (purpose: string, expiresIn = '1h') => signTicket(secret, { purpose, subject, expiresIn })

test('a ticket contains its subject and purpose', async () => {
  const ticket = await sign('list.read')
  expect(readTicket(secret, 'list.read', ticket)).toEqual({ subject, purpose: 'list.read', generation: 0 })
  expect(readTicket(secret, ['list.write', 'list.read'], ticket)).toEqual({ subject, purpose: 'list.read', generation: 0 })
})

test('a ticket carries its generation', async () => {
  const ticket = signTicket(secret, { purpose: 'list.read', subject, expiresIn: '1h', generation: 3 })
  expect(readTicket(secret, 'list.read', ticket)).toMatchObject({ generation: 3 })
})

test('rejects a ticket for another purpose', async () => {
  const ticket = await sign('list.read')
  expect(readTicket(secret, 'list.write', ticket)).toBeNull()
  expect(readTicket(secret, ['list.write', 'list'], ticket)).toBeNull()
  expect(readTicket(secret, [], ticket)).toBeNull()
})

test('rejects an expired ticket', async () => {
  expect(readTicket(secret, 'list.read', await sign('list.read', '-1s'))).toBeNull()
})

test('rejects a ticket that was changed or signed with another secret', async () => {
  const [head, body, signature] = (await sign('list.read')).split('.')
  const other = Buffer.from(JSON.stringify({ sub: 'somebody else', aud: 'list.read', exp: 9_999_999_999 })).toString('base64url')
  expect(readTicket(secret, 'list.read', `${head}.${other}.${signature}`)).toBeNull()
  expect(readTicket(secret, 'list.read', `${head}.${body}.`)).toBeNull()
  const unsignedHeader = Buffer.from('{"alg":"none"}').toString('base64url')
  expect(readTicket(secret, 'list.read', `${unsignedHeader}.${body}.`)).toBeNull()
  expect(readTicket(keysFrom('a secret that only tests know, 32+!'), 'list.read', await sign('list.read'))).toBeNull()
  expect(readTicket(secret, 'list.read', 'no ticket')).toBeNull()
})

test('rejects a ticket without expiry or subject or with several purposes', async () => {
  const claims = () => new SignJWT().setProtectedHeader({ alg: 'HS256' })
  const endless = claims().setSubject(subject).setAudience('list.read')
  const withoutSubject = claims().setAudience('list.read').setExpirationTime('1h')
  const several = claims().setSubject(subject).setAudience(['list.read', 'list.write']).setExpirationTime('1h')
  for (const token of [endless, withoutSubject, several])
    expect(readTicket(secret, ['list.read', 'list.write'], await token.sign(key))).toBeNull()
})
