import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSealed, writeSealed } from './file.ts'
import { DamagedBackup, type Header, line, openSections, writeSection } from './format.ts'

const header: Header = {
  format: 'duo-backup',
  version: 1,
  createdAt: '2026-11-23T12:00:00.000Z',
  postgres: '18.4',
  migration: '0001-baseline',
  secretFingerprint: null,
  sequences: {},
  tables: ['one', 'none'],
}

// the COPY text of a value with a backslash, a full stop and a line feed, and a row that almost ends the table
const rows = ['1\ta\\\\.\\n\n', '\\\\.\n', '2\t\\N\n', `3\t${'x'.repeat(300_000)}\n`]

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'duo-backup-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

async function* contents() {
  const body = async function* (texts: string[]) {
    for (const text of texts) yield Buffer.from(text)
  }
  yield line(header)
  yield* writeSection({ table: 'one', columns: ['id', 'text'] }, body(rows))
  yield* writeSection({ table: 'none', columns: ['id'] }, body([]))
  yield* writeSection({ jobs: true }, body(['{"id":1}\n']))
  yield line({ end: true })
}

async function read(path: string) {
  const { header, sections } = await openSections(readSealed(path))
  const found: { head: unknown; text: string }[] = []
  for await (const { head, body } of sections) {
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk)
    found.push({ head, text: Buffer.concat(chunks).toString() })
  }
  return { header, found }
}

test('a written file reads back, and only its owner can access it', async () => {
  const path = join(folder(), 'a.backup')
  await writeSealed(path, contents())
  expect(await read(path)).toEqual({
    header,
    found: [
      { head: { table: 'one', columns: ['id', 'text'] }, text: rows.join('') },
      { head: { table: 'none', columns: ['id'] }, text: '' },
      { head: { jobs: true }, text: '{"id":1}\n' },
    ],
  })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('reads the same sections however the bytes are chunked', async () => {
  const whole: Buffer[] = []
  for await (const chunk of contents()) whole.push(chunk)
  const bytes = Buffer.concat(whole)
  const short = bytes.subarray(0, 700)
  for (const size of [1, 2, 3, 5, 7, 64, 65_536]) {
    const pieces = async function* () {
      // byte by byte near the terminators, large chunks within the long value
      for (let at = 0; at < bytes.length; ) {
        const step = at < short.length || at > bytes.length - 500 ? size : 65_536
        yield bytes.subarray(at, at + step)
        at += step
      }
    }
    const { sections } = await openSections(pieces())
    const texts: string[] = []
    for await (const { body } of sections) {
      let text = ''
      for await (const chunk of body) text += chunk
      texts.push(text)
    }
    expect(texts).toEqual([rows.join(''), '', '{"id":1}\n'])
  }
})

test('a file with a changed, removed or added byte is rejected as damaged', async () => {
  const path = join(folder(), 'a.backup')
  await writeSealed(path, contents())
  const whole = readFileSync(path)
  const broken = (bytes: Buffer) => {
    writeFileSync(path, bytes)
    return expect(read(path)).rejects.toBeInstanceOf(DamagedBackup)
  }
  for (let at = 0; at < whole.length; at++) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    await broken(flipped)
  }
  for (let length = 0; length < whole.length; length += 7) await broken(whole.subarray(0, length))
  await broken(Buffer.concat([whole, Buffer.from('\n')]))
  writeFileSync(path, whole)
  await read(path)
})

test('a failure leaves no partial file and keeps an earlier file of that name', async () => {
  const where = folder()
  const path = join(where, 'a.backup')
  writeFileSync(path, 'earlier')
  const failing = async function* () {
    yield line(header)
    throw new Error('the database went away')
  }
  await expect(writeSealed(path, failing())).rejects.toThrow('the database went away')
  expect(readdirSync(where)).toEqual(['a.backup'])
  expect(readFileSync(path, 'utf8')).toBe('earlier')
})
