import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadEnv } from './load-env.ts'

const text = 'DUO_ONE="a b"\r\nexport DUO_TWO=2 # comment\r\n'

test.each([
  ['plain', Buffer.from(text)],
  ['with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['in UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('a file %s sets every line, and what is set already stays', (_, bytes) => {
  const folder = mkdtempSync(join(tmpdir(), 'duo-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '.env'), bytes)
  const env = { DUO_TWO: 'set' }
  loadEnv(join(folder, '.env'), env)
  expect(env).toEqual({ DUO_ONE: 'a b', DUO_TWO: 'set' })
})
