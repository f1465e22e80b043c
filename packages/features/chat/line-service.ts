import {
  type AgentOptions,
  type IncomingMessage,
  Agent as PlainAgent,
  globalAgent as plainAgent,
  request as plainRequest,
} from 'node:http'
import { Agent, globalAgent, request } from 'node:https'
import { errorCode } from '@duo/db/errors.ts'
import { inGulps } from './gulp-service.ts'

/** How long a connection that nobody uses is kept for the next question, ms: a new one costs some ways to the model and back. */
const keptFor = 60_000

const kept = { keepAlive: true, timeout: keptFor }
// there at run time; the types have it for https only
const { options } = plainAgent as { options?: AgentOptions }

/** Node's own options name the proxy of a company, where Node was told to use it (`NODE_USE_ENV_PROXY`). */
const ways = {
  'https:': { request, agent: new Agent({ ...globalAgent.options, ...kept }) },
  'http:': { request: plainRequest, agent: new PlainAgent({ ...options, ...kept }) },
}

/** Answers without a body, as the standard wants it. */
const bare = new Set([204, 205, 304])

function responseOf(answer: IncomingMessage, every: () => number): Response {
  const { statusCode = 502, headers } = answer
  const init = {
    status: statusCode,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
  }
  if (!bare.has(statusCode)) return new Response(inGulps(answer, every), init)
  answer.resume()
  return new Response(null, init)
}

/**
 * A `fetch` that asks endpoints over connections that are kept, and hands their answers on in gulps: Node's own keeps a connection for four
 * seconds, and spends as much on a token as all else that is done with it. It follows no redirects.
 */
export const fetchInGulps =
  (every: () => number): typeof fetch =>
  (address, { method, headers, body, signal } = {}) => {
    const url = new URL(String(address))
    const { request, agent } = ways[url.protocol === 'https:' ? 'https:' : 'http:']
    const options = { method, agent, signal: signal ?? undefined, headers: Object.fromEntries(new Headers(headers)) }
    const ask = (): Promise<Response> =>
      new Promise((resolve, reject) => {
        const asked = request(url, options, (answer) => resolve(responseOf(answer, every)))
        asked.on('error', (error) => {
          // the endpoint gave a kept connection up just as it was taken again
          if (asked.reusedSocket && errorCode(error) === 'ECONNRESET') resolve(ask())
          else reject(error)
        })
        asked.end(body)
      })
    return ask()
  }
