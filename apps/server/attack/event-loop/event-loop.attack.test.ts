import { allowedEndpoints } from '@duo/features/auth/server/better-auth/find-endpoint.ts'
import { procedures as allProcedures } from '@duo/features/server'
import { afterAll, describe, expect, test } from 'vitest'
import { honestEnvelope, postedStreams } from '../fuzz/envelopes.ts'
import { startFuzzedSite } from '../fuzz/fuzzed-site.ts'
import { type RawRequest, rawClient } from '../fuzz/raw-request.ts'
import { routes } from '../fuzz/routes.ts'
import { isChosen, noteAttack } from '../seed.ts'
import { maxDelay, measureLoop } from './measured-site.ts'
import { repeated, worstInput, worstUnits } from './worst-inputs.ts'

/** No request may block the event loop, in which every other request waits, for longer than `maxDelay`. */
const loop = await measureLoop()
const site = await startFuzzedSite(loop.settings)
const client = rawClient(site.url)
afterAll(client.close)

let measured = 0
let longest = { delay: 0, name: '' }

/** Sends a request twice, because the first call compiles code, and measures the second one. */
async function expectShort(name: string, request: RawRequest) {
  await site.forgetLimits()
  const send = (index: number) => client.send(site.from('signed in', request, index))
  await send(0)
  const delay = await loop.blockedBy(() => send(measured))
  measured += 1
  if (delay > longest.delay) longest = { delay, name }
  expect(delay, name).toBeLessThanOrEqual(maxDelay)
}

// at run time a flat record by name, while its type is the tree of routers
const procedures = Object.entries(allProcedures)
const units = Object.entries(worstUnits)

describe('the worst inputs of', () => {
  test.each(procedures)('%s', async (name, { _def }) => {
    const { inputs: parsers = [], type } = _def as { inputs?: unknown[]; type: string }
    const method = type === 'subscription' && !postedStreams.has(name) ? 'GET' : 'POST'
    for (const [unitName, unit] of units.filter(([unitName]) => isChosen(`${name} ${unitName}`, 4)))
      await expectShort(
        `${name}: ${unitName}`,
        honestEnvelope(`/api/trpc/${name}`, worstInput(parsers[0], unit, site.validValues), method),
      )
  })

  test.each(allowedEndpoints.map((call) => [call.name, call] as const))('/api/auth%s', async (name, { method, input }) => {
    const keys = Object.keys(input.shape)
    const path = `/api/auth${name.replace('*', 'google')}`
    for (const [unitName, unit] of units.filter(([unitName]) => isChosen(`${name} ${unitName}`, 6))) {
      const text = repeated(unit, 15_000 / Math.max(1, keys.length) / 4)
      const request =
        method === 'GET'
          ? { method, path: `${path}?state=${encodeURIComponent(text).slice(0, 8_000)}`, headers: {}, body: null }
          : honestEnvelope(path, Object.fromEntries(keys.map((key) => [key, text])))
      await expectShort(`${name}: ${unitName}`, request)
    }
  })

  test.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (name, route) => {
    for (const [unitName, unit] of units.filter(([unitName]) => isChosen(`${name} ${unitName}`, 6))) {
      const text = encodeURIComponent(repeated(unit, 6_000)).slice(0, 8_000)
      const path = route.path.includes('*')
        ? route.path.replace('*', text.slice(0, 250))
        : `${route.path}?search=${text}&ref=${text}`
      const body = route.isForm ? new URLSearchParams((route.body ?? []).map((field) => [field, repeated(unit, 12_000)])) : null
      const request: RawRequest = {
        method: route.method,
        path: path.slice(0, 9_000),
        headers: body ? { 'content-type': 'application/x-www-form-urlencoded' } : ({} as Record<string, string>),
        body: body && String(body),
      }
      await expectShort(`${name}: ${unitName}`, request)
    }
  })
})

test('no measured request is logged as an error', () => {
  expect(site.failures().slice(0, 5)).toEqual([])
  noteAttack(`${measured} requests, the longest block: ${longest.delay.toFixed(1)} ms (${longest.name})`)
})
