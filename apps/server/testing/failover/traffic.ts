import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newAddress, password } from '../accounts.ts'

const joiners = 4
const pauseMs = 100
/** Attempts to sign up and in are limited, and one that waited for a standby counts. */
const accountPauseMs = 3_000
const patienceMs = 90_000

export interface Acknowledged {
  email: string
  at: number
}

/**
 * People who join and people who sign up and in, one after the other. Who gets no answer tries again as the page does: the same address and
 * the same key.
 */
export function startTraffic(url: string) {
  const joins: Acknowledged[] = []
  const accounts: Acknowledged[] = []
  /** Who gave up: an error that a person would have seen for a minute and a half. */
  const gaveUp: string[] = []
  let isStopped = false

  const repeat = async (one: () => Promise<void>) => {
    while (!isStopped) {
      await one()
      await sleep(pauseMs)
    }
  }
  const insist = async (email: string, list: Acknowledged[], pause: number, calls: (() => Promise<string | null>)[]) => {
    const deadline = performance.now() + patienceMs
    for (const call of calls)
      for (let why = await call(); why !== null; why = await call()) {
        if (performance.now() > deadline) return void gaveUp.push(`${email}: ${why}`)
        await sleep(pause)
      }
    list.push({ email, at: performance.now() })
  }
  const join = () => {
    const email = `${randomUUID()}@example.com`
    const body = { email, language: 'en', invitedByCode: null }
    const headers = { 'idempotency-key': randomUUID(), ...fromNewNetwork() }
    return insist(email, joins, pauseMs, [() => post(`${url}/api/trpc/waitlist.join`, body, headers)])
  }
  const account = () => {
    const email = newAddress()
    const headers = { origin: new URL(url).origin, 'sec-fetch-site': 'same-origin', ...fromNewNetwork() }
    const person = { name: 'Ana Souza', email, password, language: 'en' }
    return insist(email, accounts, accountPauseMs, [
      // an earlier attempt without an answer may have stored the account
      async () => refusalUnless(await post(`${url}/api/auth/sign-up/email`, person, headers), 422),
      () => post(`${url}/api/auth/sign-in/email`, person, headers),
    ])
  }
  const running = Promise.all([...Array.from({ length: joiners }, () => repeat(join)), repeat(account)])
  return {
    joins,
    accounts,
    gaveUp,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}

export type Traffic = ReturnType<typeof startTraffic>

let networks = 0

// limits count by network
function fromNewNetwork() {
  networks += 1
  return { 'x-forwarded-for': `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}` }
}

const refusalUnless = (why: string | null, status: number) => (why?.startsWith(`${status} `) ? null : why)

/** Returns why there was no answer, or null. */
async function post(url: string, body: unknown, headers: Record<string, string>): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    return response.ok ? null : `${response.status} ${text.slice(0, 200)}`
  } catch (error) {
    return String(error)
  }
}

/** ms: the longest time without an acknowledged join since `from`. For a killed primary that is the time until the first new join. */
export function longestGap(joins: readonly Acknowledged[], from: number): number {
  const times = [from, ...joins.map(({ at }) => at).filter((at) => at > from)].toSorted((a, b) => a - b)
  return Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at)))
}
