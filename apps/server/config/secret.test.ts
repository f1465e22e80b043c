import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownSecret } from './secret.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'duo-secret-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('creates one long secret, readable by its owner only, and no other file', () => {
  const secret = ownSecret(dataDir)
  expect(secret.length).toBeGreaterThanOrEqual(43)
  expect(ownSecret(dataDir)).toBe(secret)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

test('an empty secret file stops the start instead of failing every later join', () => {
  writeFileSync(join(dataDir, 'secret'), '')
  expect(() => ownSecret(dataDir)).toThrow(/holds no valid secret/)
})
