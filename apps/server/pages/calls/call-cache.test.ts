import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createCompress } from '../cached-body.ts'
import { createCallCache } from './call-cache.ts'

test('holds few large responses and many small ones, and forgets the ones that were asked for longest ago', async () => {
  const contentVersion = { current: () => '1', read: async () => '1' }
  const compress = createCompress(pino({ level: 'silent' }))
  const cache = createCallCache(contentVersion, { common: {}, policy: () => '' }, compress)
  const names = (size: number) => Array.from({ length: 20 }, (_, i) => `/api/trpc/agents?input=${size}-${i}`)
  const fill = async (size: number) => {
    for (const url of names(size)) await cache.createWriter(url)(randomBytes(size / 2).toString('hex'))
    return names(size).filter((url) => cache.current(url))
  }
  expect(await fill(1_000)).toHaveLength(20)
  const large = await fill(500_000)
  expect(large.length).toBeGreaterThan(4)
  expect(large.length).toBeLessThan(17)
  expect(large).toEqual(names(500_000).slice(-large.length))
  expect(names(1_000).filter((url) => cache.current(url))).toEqual([])
})

test('a response holds no more memory than its bytes', async () => {
  const compress = createCompress(pino({ level: 'silent' }))
  const { variants } = await compress({ text: 'a few bytes', validated: [], headers: [] })
  for (const { body } of Object.values(variants)) expect(body.buffer.byteLength).toBe(body.length)
})
