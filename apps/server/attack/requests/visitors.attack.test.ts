import { tries } from '@duo/platform/testing/scope.ts'
import { afterAll, expect, test } from 'vitest'
import { inParallel, type RawRequest, type RawResponse, rawClient } from '../fuzz/raw-request.ts'
import { noteAttack, sample } from '../seed.ts'
import { startSite } from '../site.ts'
import { visitorRequests } from './visitor-requests.ts'

const site = await startSite({ settings: { PUBLIC_URL: 'https://duo.test' } })
const client = rawClient(site.url)
afterAll(client.close)

// a page that is in no cache takes the server 10 ms
const count = tries(10_000, 600)

const isRedirect = ({ status, headers }: RawResponse) => status >= 300 && status < 400 && headers.location !== undefined

/** Lists what would turn a person with a browser away without a page to read. */
function faultsFor({ method }: RawRequest, answer: RawResponse): string[] {
  const { status, headers, body } = answer
  const mayBeEmpty = method === 'HEAD' || status === 304 || isRedirect(answer)
  const rules: [isKept: boolean, fault: string][] = [
    [status !== 0, 'no answer'],
    [status < 500, `status ${status}`],
    [isRedirect(answer) || !/json/i.test(headers['content-type'] ?? ''), 'a page of JSON'],
    [mayBeEmpty || body.trim() !== '', `an empty ${status}`],
    [
      status < 400 || mayBeEmpty || headers['content-encoding'] !== undefined || body.includes('<h1'),
      `${status} without a heading`,
    ],
  ]
  return rules.filter(([isKept]) => !isKept).map(([, fault]) => fault)
}

test('a visitor with odd but legal headers, hosts, cookies and queries always gets a page', async () => {
  const requests = sample('visitors', visitorRequests, count)
  const started = performance.now()
  const answers = await inParallel(requests, 4, client.send)
  const faults = requests.flatMap((request, i) => {
    const found = faultsFor(request, answers[i] as RawResponse)
    return found.length > 0 ? [`${found.join(', ')}: ${JSON.stringify(request).slice(0, 600)}`] : []
  })
  expect(faults.slice(0, 8), `${faults.length} of ${count} visitors got no page`).toEqual([])
  expect(site.failures()).toEqual([])
  // the sample must contain pages, redirects and every kind of refusal
  const statuses = new Set(answers.map(({ status }) => status))
  expect([200, 308, 404, 405, 421, 431].filter((status) => !statuses.has(status))).toEqual([])
  noteAttack(`${count} odd visitors in ${Math.round(performance.now() - started)} ms`)
})
