import { procedures as allProcedures } from '@duo/features/server'
import { tries } from '@duo/platform/testing/scope.ts'
import type { AnyProcedure } from '@trpc/server'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { expectNoFaults } from '../prompts/answer-rules.ts'
import { settledRows } from '../row-snapshot.ts'
import { isChosen, noteAttack, sample } from '../seed.ts'
import { honestEnvelope, oddEnvelope, oddHeaders, postedStreams } from './envelopes.ts'
import { type Caller, callers, startFuzzedSite } from './fuzzed-site.ts'
import { mutationOf, validInput } from './inputs.ts'
import { inParallel, type RawRequest, type RawResponse, rawClient } from './raw-request.ts'

/**
 * Sends every procedure valid and invalid inputs made from its schema, in valid and invalid envelopes. No input breaks the
 * server, no response reveals internals, and no rejected call changes a row.
 */
const inputsEach = tries(300, 8)

// at run time a flat record by name, while its type is the tree of routers
const procedures = Object.entries(allProcedures)

const site = await startFuzzedSite()
const client = rawClient(site.url)
afterAll(client.close)

let sent = 0
let refusedAgain = 0

// about half of the inputs are valid, and most envelopes are our clients'
function requestsTo(caller: Caller, name: string, { _def }: AnyProcedure): RawRequest[] {
  const path = `/api/trpc/${name}`
  const { inputs: parsers = [], type } = _def as { inputs?: unknown[]; type: string }
  const input = validInput(parsers[0], site.validValues).chain((valid) => fc.oneof(fc.constant(valid), mutationOf(valid)))
  const method = type === 'subscription' && !postedStreams.has(name) ? 'GET' : 'POST'
  const request = input.chain((input) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(honestEnvelope(path, input, method)) },
      { weight: 1, arbitrary: oddEnvelope(path, input) },
    ),
  )
  const withHeaders = fc
    .tuple(request, oddHeaders)
    .map(([made, headers]) => ({ ...made, headers: { ...made.headers, ...headers } }))
  return sample(`${caller} ${name}`, withHeaders, inputsEach)
}

// a batch may contain both
function isRefusal({ status, body }: RawResponse): boolean {
  return status >= 400 || status === 0 || (!body.startsWith('[') && /"error":(?:"[a-z_]+"|\{)/.test(body))
}

describe.each(callers)('%s', (caller) => {
  test.each(procedures)('%s', async (name, procedure) => {
    await site.forgetLimits()
    const requests = requestsTo(caller, name, procedure).map((request, i) => site.from(caller, request, i))
    const answers = await inParallel(requests, 4, client.send)
    sent += answers.length
    expectNoFaults(requests, answers, ['application/json', 'text/event-stream', 'text/html'])

    if (!isChosen(`${caller} ${name}`, 3)) return
    // repeats the rejected calls while nothing else runs: they must be rejected again and change no row
    const refused = requests.filter((_, i) => isRefusal(answers[i] as RawResponse))
    await site.forgetLimits()
    const before = await settledRows(site.database.db)
    const again = await inParallel(refused, 4, client.send)
    if (!again.every(isRefusal)) return
    refusedAgain += again.length
    expect(await settledRows(site.database.db)).toEqual(before)
  })
})

test('no call is logged as an error', () => {
  expect(site.failures().slice(0, 5)).toEqual([])
  noteAttack(
    `${procedures.length} procedures, ${sent} inputs; ${refusedAgain} rejected ones repeated between two snapshots of all rows`,
  )
})
