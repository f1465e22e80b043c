import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type LoadResult, load } from './support/load.ts'
import { comparison, type Row, short } from './support/report.ts'
import { startPeer, startServer } from './support/server.ts'
import { median } from './support/table.ts'

const rounds = 3
const seconds = 3

const paths = { home: '/', marketplace: '/marketplace', article: '/blog/en/goduoai-revolution' }
const friendsLink = '/?ref=N3VERSEEN0'
const agents = `/api/trpc/marketplace.agents?input=${encodeURIComponent('{"language":"en"}')}`

/** Compares cached pages with rendered ones and bare node:http, and a cached response with Express, in alternating rounds. */
export async function pages(): Promise<string> {
  const { url, pid, dataDir, stop } = await startServer()
  const stops: (() => Promise<void>)[] = [stop]
  const peer = async (script: string, name: string, bytes: Buffer) => {
    writeFileSync(join(dataDir, name), bytes)
    const started = await startPeer(script, join(dataDir, name))
    stops.push(started.stop)
    return started
  }
  try {
    // after ten reads a page is compressed with Brotli 11
    for (const path of [...Object.values(paths), agents]) for (let i = 0; i < 12; i++) await get(url + path)
    const bare = await peer('peers/bare.ts', 'home.br', await get(url))
    const express = await peer('peers/express.ts', 'agents.json', await get(url + agents, 'identity'))
    const targets = {
      ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, { url: url + path, pid }])),
      friend: { url: url + friendsLink, pid },
      // a search is never cached
      rendered: { url: `${url}${paths.marketplace}?q=ada`, pid },
      bare,
      agents: { url: url + agents, pid, encoding: 'identity' },
      posted: { url: `${url}/api/trpc/marketplace.agents?batch=1`, pid, encoding: 'identity', body: '{"0":{"language":"en"}}' },
      express: { ...express, encoding: 'identity' },
    }
    const results: Record<string, LoadResult[]> = {}
    for (let round = 0; round < rounds; round++)
      for (const [name, target] of Object.entries(targets)) {
        const result = await load(target, seconds)
        results[name] = [...(results[name] ?? []), result]
      }
    // overload may shed rendered pages, but no cached ones
    for (const name of [...Object.keys(paths), 'friend', 'agents', 'posted'])
      if (results[name]?.some(({ failed }) => failed > 0)) throw new Error(`requests of ${name} failed`)
    return comparison(rowsOf(results))
  } finally {
    for (const end of stops.toReversed()) await end()
  }
}

function rowsOf(results: Record<string, LoadResult[]>): Row[] {
  const of = (name: string, value: keyof LoadResult) => (results[name] ?? []).map((result) => result[value])
  const ratios = (value: keyof LoadResult, name: string, peer: string) =>
    of(name, value).map((product, i) => product / (of(peer, value)[i] ?? 0))
  const rate = (name: string) => `${short(median(of(name, 'rate')))}/s`
  const cpu = (name: string) => `${short(median(of(name, 'cpu')))} µs`
  const cached = Object.keys(paths)
  return [
    {
      // ratios use CPU time, because other processes share the CPU
      what: 'marketplace page, Brotli, for the same CPU',
      product: `${cpu('marketplace')}, ${rate('marketplace')}`,
      peer: `rendered: ${cpu('rendered')}, ${rate('rendered')}`,
      ratios: ratios('cpu', 'rendered', 'marketplace'),
      goal: { atLeast: 30 },
    },
    {
      what: 'a friend’s link (`/?ref=…`), rate',
      product: rate('friend'),
      peer: `home page: ${rate('home')}`,
      ratios: ratios('rate', 'friend', 'home'),
      goal: { atLeast: 0.5 },
    },
    ...cached.map((name) => ({
      what: `${name} page, CPU`,
      product: cpu(name),
      peer: `bare node:http: ${cpu('bare')}`,
      ratios: ratios('cpu', name, 'bare'),
      goal: { atMost: 5 },
    })),
    ...cached.map((name) => ({
      what: `${name} page, p99, ms`,
      product: short(median(of(name, 'p99'))),
      peer: `bare node:http: ${short(median(of('bare', 'p99')))}`,
      ratios: of(name, 'p99'),
      goal: { atMost: 10 },
    })),
    {
      what: '`marketplace.agents`, CPU',
      product: cpu('agents'),
      peer: `bare Express route: ${cpu('express')}`,
      ratios: ratios('cpu', 'agents', 'express'),
      goal: { atMost: 1.5 },
    },
    {
      what: '… by POST, a batch of one, CPU',
      product: cpu('posted'),
      peer: `bare Express route: ${cpu('express')}`,
      ratios: ratios('cpu', 'posted', 'express'),
      goal: { atMost: 1.5 },
    },
  ]
}

const get = (url: string, encoding = 'br') =>
  new Promise<Buffer>((done, fail) => {
    request(url, { headers: { 'accept-encoding': encoding } }, (answer) => done(buffer(answer)))
      .once('error', fail)
      .end()
  })
