import { globalAgent } from 'node:https'
import { Agent, EnvHttpProxyAgent, request } from 'undici'

/** Keep-alive in ms: a new connection costs several round trips. */
const options = { keepAliveTimeout: 60_000 }

/** Uses a proxy if `NODE_USE_ENV_PROXY` is set, like Node's own fetch. */
const dispatcher = 'proxyEnv' in globalAgent.options ? new EnvHttpProxyAgent(options) : new Agent(options)

interface Post {
  body: string
  apiKey?: string | undefined
  signal?: AbortSignal | undefined
}

/**
 * Posts JSON, with a longer keep-alive than Node's four seconds. Half the CPU per piece of a `fetch`, whose body is a web stream.
 * Follows no redirect, so that the API key reaches no other host.
 */
export const post = (address: string, { body, apiKey, signal }: Post) =>
  request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) },
    body,
    ...(signal && { signal }),
    dispatcher,
  })
