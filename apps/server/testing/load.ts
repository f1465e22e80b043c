import { randomUUID } from 'node:crypto'
import { Agent, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

interface Request extends RequestOptions {
  path: string
  method: string
  body?: string
}

export interface Load {
  /** Completed requests. */
  done: number
  /** One line per failed request. */
  failures: string[]
}

let people = 0

// visitors rotate between a probe, a cached page, a rendered page and a join
const requests: (() => Request)[] = [
  () => ({ path: '/health', method: 'GET' }),
  () => ({ path: '/pricing', method: 'GET' }),
  () => ({ path: `/pricing?visit=${randomUUID()}`, method: 'GET' }),
  () => {
    people += 1
    const address = `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`
    return {
      path: '/api/trpc/waitlist.join',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, language: 'en', invitedByCode: null }),
    }
  },
]

/**
 * Starts clients that each reuse one connection and send one request after the other, until `stop` or until nothing listens. With
 * `restarts`, the latter is a failure too.
 */
export function startClients(url: string, count: number, { restarts = false } = {}) {
  const load: Load = { done: 0, failures: [] }
  let stopped = false
  const client = async (first: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let number = first; !stopped; number++) {
      const request = requests[number % requests.length]?.() ?? { path: '/', method: 'GET' }
      const failure = await ask(url, agent, request)
      if (failure === null) load.done += 1
      else if (failure === 'ECONNREFUSED' && !restarts) break
      else load.failures.push(`${request.method} ${request.path.split('?')[0]}: ${failure}`)
      await sleep(5)
    }
    agent.destroy()
  }
  const clients = Promise.all(Array.from({ length: count }, (_, i) => client(i)))
  return {
    load,
    /** Resolves when every client has ended. */
    ended: clients,
    stop: async () => {
      stopped = true
      await clients
    },
  }
}

// resolves to null for a complete response below 500, else to the error
function ask(url: string, agent: Agent, { body, ...options }: Request): Promise<string | null> {
  return new Promise((done) => {
    const call = request(url, { ...options, agent, timeout: 15_000 }, (answer) => {
      answer.resume()
      answer.once('error', (error: NodeJS.ErrnoException) => done(`cut: ${error.code ?? error.message}`))
      answer.once('end', () => done((answer.statusCode ?? 0) < 500 ? null : `status ${answer.statusCode}`))
    })
    call.once('timeout', () => call.destroy(new Error('no response in 15 s')))
    call.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    call.end(body)
  })
}
