import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorHandler } from '../http/error-handler.ts'
import { pictures } from './pictures.ts'

const name = 'how-to-price-your-ai-agent'
const articles = {
  hasImage: async (requested: string) => requested === name,
  find: async (slug: string) => (slug === name ? { title: 'How to price your AI agent', image: `/blog/images/${name}` } : null),
}
const colors = ['#1f4037', '#f0b27a'] as const
// as browsers revalidate; Node's fetch would bypass the cache
const revalidating = { 'cache-control': 'max-age=0' }
let folder: string
let close: () => void
let url: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duo-pictures-'))
  const log = pino({ level: 'silent' })
  // the broken agent's colours break its drawing
  const agents = async (slug: string): Promise<[string, string] | null> => (slug === 'broken' ? ['"<', '"<'] : null)
  const sharedAgents = async (slug: string) => (slug === 'bread-x7k2' ? { name: 'Bread', line: '', colors } : null)
  const app = express()
  app.use((_req, res, next) => {
    Object.assign(res.locals, { requestId: 'id' })
    next()
  })
  app.use(pictures({ articles, agents, sharedAgents, folder, log }), errorHandler({ log }))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => server.close()
})
afterAll(async () => {
  close()
  await rm(folder, { recursive: true })
})

test.each([
  [`/blog/images/${name}-480.avif`, 'image/avif'],
  [`/blog/images/${name}-480.webp`, 'image/webp'],
  [`/share/en/blog/en/${name}.png`, 'image/png'],
])('%s is an %s that other sites may embed and cache', async (address, type) => {
  const answer = await fetch(url + address)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(answer.headers.get('cache-control')).toMatch(/public, max-age=604800/)
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  const again = await fetch(url + address, { headers: { ...revalidating, 'if-none-match': answer.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})

test('does not draw a picture to send a 304', async () => {
  await expect.poll(async () => (await readdir(folder)).filter((file) => !file.startsWith('.'))).toHaveLength(3)
  const headers = { ...revalidating, 'if-none-match': '*' }
  expect((await fetch(`${url}/blog/images/${name}-1600.png`, { headers })).status).toBe(304)
  expect(await readdir(folder)).toHaveLength(3)
})

test('returns an uncached error for a picture that cannot be drawn', async () => {
  const answer = await fetch(`${url}/marketplace/images/broken-480.webp`)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store'])
  expect(answer.headers.get('etag')).not.toContain('webp')
})

test.each([
  '/blog/images/nothing-480.avif',
  `/blog/images/${name}-481.avif`,
  `/blog/images/${name}-480.gif`,
  '/share/en/home.png',
])('%s is passed on to the next handler', async (address) => {
  expect((await fetch(url + address)).status).toBe(404)
})

test('draws the preview of a shared agent, which caches keep for five minutes only, and none for another link', async () => {
  const answer = await fetch(`${url}/share/pt/agents/bread-x7k2.png`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  expect(answer.headers.get('x-robots-tag')).toContain('noindex')
  expect((await fetch(`${url}/share/pt/agents/bread-x7k3.png`)).status).toBe(404)
  await expect.poll(async () => (await readdir(folder)).filter((file) => !file.startsWith('.'))).toHaveLength(4)
})
