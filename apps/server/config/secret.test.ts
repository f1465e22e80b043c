import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderFault } from '@duo/embedded-postgres/data-folder/folder-fault.ts'
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

test('a data folder that cannot be made is named, with what to do', () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  for (const [folder, reason] of [
    [join(file, 'data'), 'a part of its path is a file'],
    [file, 'it is a file'],
  ] as const)
    expect(() => ownSecret(folder)).toThrow(
      `cannot write to the data folder ${folder}: ${reason}: set DATA_DIR to another folder`,
    )
})

test.each([
  ['EACCES', 'this user may not write there: run this as its owner, or set DATA_DIR to another folder'],
  ['EROFS', 'its file system is read-only: mount it for writing, or set DATA_DIR to another folder'],
  ['ENOSPC', 'its disk is full: free space, or set DATA_DIR to another folder'],
])('%s is explained in a sentence that names the folder', (code, reason) => {
  const cause = Object.assign(new Error(`${code}: open '${dataDir}/secret.25466'`), { code })
  expect(folderFault(dataDir, cause)).toMatchObject({ message: `cannot write to the data folder ${dataDir}: ${reason}` })
})
