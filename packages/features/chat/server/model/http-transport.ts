import { globalAgent } from 'node:https'
import { Agent, EnvHttpProxyAgent } from 'undici'

/** How long an idle connection is kept for the next question, ms: a new one costs round trips to the endpoint. */
const options = { keepAliveTimeout: 60_000 }

/** A company's proxy is used where Node is told to (`NODE_USE_ENV_PROXY`, as for Node's own fetch). */
const dispatcher = 'proxyEnv' in globalAgent.options ? new EnvHttpProxyAgent(options) : new Agent(options)

/**
 * A `fetch` that keeps connections for longer than Node's own (four seconds) and follows no redirects, so that the key in a request's head
 * reaches no other host.
 */
export const keepAliveFetch: typeof fetch = (address, init) => {
  // a browser's fetch, whose types this file is compiled with too, has no dispatcher
  const withDispatcher = { ...init, redirect: 'manual' as const, dispatcher }
  return fetch(address, withDispatcher)
}
