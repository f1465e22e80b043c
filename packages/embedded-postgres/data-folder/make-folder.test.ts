import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'duo-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('creates a folder and those above it, and leaves an existing one', () => {
  const path = join(temporaryFolder(), 'a/b/c')
  makeFolder(path)
  makeFolder(path)
  expect(existsSync(path)).toBe(true)
})

test('a file where the folder would be, or above it, and a link that leads nowhere, are reported', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(join(folder, 'missing/part'), join(folder, 'link'))
  for (const path of ['file', 'file/below', 'link/below']) expect(() => makeFolder(join(folder, path))).toThrow(/E[A-Z]+/)
})

test.runIf(existsSync('/proc/self'))('a file system that takes no folders is reported, and does not keep the process busy', () =>
  expect(() => makeFolder('/proc/nope/data')).toThrow(/ENOENT/),
)
