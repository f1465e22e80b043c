import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { plainText, sentence, utf8 } from '../testing/hostile/hostile-file.ts'
import { hostileFiles } from '../testing/hostile-files.ts'
import { readAll } from '../testing/read-all.ts'
import { readInChild } from './read-in-child.ts'
import { readerIsolation } from './reader-isolation.ts'
import { startChild } from './start-child.ts'

const pages = utf8(sentence.repeat(75_000))

test.each(hostileFiles.filter(({ needsLimits, what }) => needsLimits || what.startsWith('a billion laughs')))(
  'a process survives $what',
  async ({ name, make, expected }) => {
    const { refused, ends } = await readAll(readInChild(make(), name))
    expect([refused ?? 'read', ends]).toEqual([expected, 1])
  },
)

test('what a process reads is what this process would read', async () => {
  const { type, passages, done, ends } = await readAll(readInChild(utf8(`# Bread\n\n${plainText}`), '../a\0.md'))
  expect(type).toBe('markdown')
  expect(passages[0]).toMatchObject({ headings: ['Bread'], page: null, line: 3 })
  expect(done?.language).toBe('en')
  expect(ends).toBe(1)
})

test('a process without enough memory or time is ended, and says so', async () => {
  expect((await readAll(readInChild(pages, 'a.txt', { limits: { memory: 60 } }))).refused).toBe('too_large')
  expect((await readAll(readInChild(pages, 'a.txt', { limits: { seconds: 0.01 } }))).refused).toBe('too_slow')
})

test('a consumer that is slower than the process gets every event', { timeout: 60_000 }, async () => {
  const text = utf8(Array.from({ length: 20_000 }, (_, n) => `${sentence}It is number ${n}.\n\n`).join(''))
  for (let round = 0; round < 6; round += 1) {
    const kinds: string[] = []
    for await (const { kind } of readInChild(text, 'a.txt')) {
      kinds.push(kind)
      // as a database that stores them
      await setTimeout(2)
    }
    expect(kinds.at(-1)).toBe('done')
  }
})

test('the process ends with its consumer', async () => {
  const before = childProcesses()
  for await (const event of readInChild(pages, 'a.txt')) if (event.kind === 'passages') break
  // its handle closes in the next turn of the event loop
  await expect.poll(childProcesses).toBe(before)
})

test('an aborted read throws the reason', async () => {
  const stop = new AbortController()
  const reading = (async () => {
    for await (const event of readInChild(pages, 'a.txt', { signal: stop.signal }))
      if (event.kind === 'opened') stop.abort(new Error('cancelled'))
  })()
  await expect(reading).rejects.toThrow('cancelled')
})

test('a process that a file has taken over finds no network, no file, no program and no secret', async () => {
  const { network } = await readerIsolation()
  const child = await startChild('a', '../testing/probe-worker')
  child.stdin.end()
  const possible = (await child.stdout.toArray()).join('')
  expect(possible).toBe(network ? 'started\n' : expect.stringMatching(/^started\nsee a network\n(?:reach .*\n)?$/))
})

test('an operator can see what holds', async () => {
  expect(await readerIsolation()).toEqual({ network: expect.any(Boolean), files: true, memory: process.platform === 'linux' })
})

const childProcesses = () => process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length
