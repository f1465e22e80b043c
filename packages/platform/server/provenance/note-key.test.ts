import { CompactSign, createLocalJWKSet, generateKeyPair, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { createKeys } from '../security/keys.ts'
import { openNote, signNote } from './note-key.ts'

const keysOf = (secret: string, ...previous: string[]) => createKeys({ secret, previous, dataKey: Buffer.alloc(32) }).noteKeys
const published = (keys: ReturnType<typeof keysOf>) => keys.map(({ publicKey }) => publicKey)
const [one, two] = ['a secret of more than 32 characters, 1', 'a secret of more than 32 characters, 2']
const claims = { sub: 'reply', text_sha256: 'digest' }

test('a note opens with the published key of its secret only', async () => {
  const keys = keysOf(one)
  const note = await signNote(keys[0], claims)
  expect(await openNote(note, published(keys))).toEqual({ claims, kid: keys[0].publicKey.kid })
  expect(await openNote(note, published(keysOf(two)))).toEqual({ fault: 'unknown_key' })
  expect(await openNote(note, [])).toEqual({ fault: 'unknown_key' })
})

test('after a rotation, notes of the earlier secret remain valid and new ones use the new key', async () => {
  const before = await signNote(keysOf(one)[0], claims)
  const keys = keysOf(two, one)
  const after = await signNote(keys[0], claims)
  expect(await openNote(before, published(keys))).toMatchObject({ claims })
  expect(await openNote(after, published(keys))).toMatchObject({ kid: published(keysOf(two))[0]?.kid })
})

test('changed claims, another algorithm or type, and rubbish do not open and never throw', async () => {
  const keys = keysOf(one)
  const note = await signNote(keys[0], claims)
  const [head = '', , signature = ''] = note.split('.')
  const forged = [head, Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url'), signature].join('.')
  expect(await openNote(forged, published(keys))).toEqual({ fault: 'invalid_signature' })
  const { kid } = keys[0].publicKey
  const foreign = await generateKeyPair('EdDSA')
  const payload = Buffer.from(JSON.stringify(claims))
  const sign = (header: { alg: string; typ?: string }) => new CompactSign(payload).setProtectedHeader({ kid, ...header })
  const typ = 'duo-provenance+jws'
  expect(await openNote(await sign({ alg: 'EdDSA', typ }).sign(foreign.privateKey), published(keys))).toEqual({
    fault: 'invalid_signature',
  })
  const hmac = await sign({ alg: 'HS256', typ }).sign(Buffer.from(keys[0].publicKey.x))
  const untyped = await sign({ alg: 'EdDSA' }).sign(keys[0].privateKey)
  for (const rubbish of [hmac, untyped, '', 'a.b.c', '....', `${note}.x`, 'x'.repeat(1_000_000)])
    expect(await openNote(rubbish, published(keys))).toHaveProperty('fault')
})

test('another program verifies a note with the published keys and a library for JOSE', async () => {
  const keys = keysOf(one)
  const { payload, protectedHeader } = await jwtVerify(
    await signNote(keys[0], claims),
    createLocalJWKSet({ keys: published(keys).map((key) => ({ ...key })) }),
  )
  expect(payload).toEqual(claims)
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: keys[0].publicKey.kid })
})
