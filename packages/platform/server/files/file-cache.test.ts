import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileCache } from './file-cache.ts'

let folder: string
beforeEach(async () => {
  onFault.mockClear()
  folder = join(await mkdtemp(join(tmpdir(), 'duo-file-cache-')), 'made', 'here')
})
// writes that follow the response may still be running
afterEach(() => rm(join(folder, '../..'), { recursive: true, maxRetries: 10, retryDelay: 20 }))

const onFault = vi.fn()
const cacheOf = (settings = {}) =>
  createFileCache({ folder, memoryBytes: 1000, diskBytes: 10_000, maxConcurrent: 2, onFault, ...settings })
const maker = (text = 'a') => vi.fn(async () => Buffer.from(text))
const onDisk = async () => (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).sort()

test('creates a file once for concurrent and later requests', async () => {
  const [cache, make] = [cacheOf(), maker()]
  const files = await Promise.all([cache('one', make), cache('one', make), cache('one', make)])
  expect(files.map(String)).toEqual(['a', 'a', 'a'])
  expect(String(await cache('one', make))).toBe('a')
  expect(make).toHaveBeenCalledOnce()
})

test('finds earlier files after a restart', async () => {
  await cacheOf()('one', maker('kept'))
  await expect.poll(onDisk).toEqual(['one'])
  const make = maker('made again')
  expect(String(await cacheOf()('one', make))).toBe('kept')
  expect(make).not.toHaveBeenCalled()
})

test('does not cache a failure', async () => {
  const cache = cacheOf()
  await expect(cache('one', () => Promise.reject(new Error('no ink')))).rejects.toThrow('no ink')
  expect(String(await cache('one', maker('better')))).toBe('better')
})

test('limits how many files are created at the same time', async () => {
  const cache = cacheOf()
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<Buffer>())
  const make = gates.map(({ promise }) => vi.fn(() => promise))
  const files = make.map((one, i) => cache(`${i}`, one))
  const countStarted = () => make.filter((one) => one.mock.calls.length > 0).length
  await expect.poll(countStarted).toBe(2)
  // which two start first depends on the disk
  const early = make.findIndex((one) => one.mock.calls.length > 0)
  gates[early]?.resolve(Buffer.from('first'))
  await files[early]
  await expect.poll(countStarted).toBe(3)
  for (const { resolve } of gates) resolve(Buffer.from('x'))
  expect((await Promise.all(files)).map(String).sort()).toEqual(['first', 'x', 'x', 'x', 'x'])
})

test('evicts the least recently used file from memory', async () => {
  await writeFile(join(folder, '../..', 'made'), 'no disk, only memory')
  const cache = cacheOf()
  const make = maker('x'.repeat(400))
  for (const name of ['one', 'two', 'one', 'three']) await cache(name, make)
  expect(make).toHaveBeenCalledTimes(3)
  await cache('one', make)
  expect(make).toHaveBeenCalledTimes(3)
  await cache('two', make)
  expect(make).toHaveBeenCalledTimes(4)
})

test('evicts the oldest files from disk', async () => {
  const cache = cacheOf({ diskBytes: 1000 })
  for (const name of ['one', 'two', 'three', 'four']) {
    await cache(name, maker('x'.repeat(300)))
    await expect.poll(onDisk).toContain(name)
  }
  await expect.poll(onDisk).not.toContain('one')
  expect(await onDisk()).toContain('four')
})

test('reports a folder that cannot be written and still returns the file', async () => {
  await writeFile(join(folder, '../..', 'made'), 'in the way')
  expect(String(await cacheOf()('one', maker('answered')))).toBe('answered')
  await expect.poll(() => onFault.mock.calls.length).toBe(1)
})
