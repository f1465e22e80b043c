import { globalAgent } from 'node:https'
import { Agent, EnvHttpProxyAgent } from 'undici'

/** Keep-alive in ms: a new connection costs several round trips. */
const options = { keepAliveTimeout: 60_000 }

/** Uses a proxy if `NODE_USE_ENV_PROXY` is set, like Node's own fetch. */
const dispatcher = 'proxyEnv' in globalAgent.options ? new EnvHttpProxyAgent(options) : new Agent(options)

/** A `fetch` with longer keep-alive than Node's four seconds. Rejects redirects, so that the API key reaches no other host. */
export const keepAliveFetch: typeof fetch = (address, init) => {
  const withDispatcher = { ...init, redirect: 'manual' as const, dispatcher }
  return fetch(address, withDispatcher)
}
