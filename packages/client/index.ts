import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink, type TRPCClient } from '@trpc/client'
import { EventSource } from 'eventsource'
import type { DuoRouter } from './contract.ts'
import { type StreamRequest, streamRequest } from './stream-request.ts'

export interface DuoClientOptions {
  /** The address of the site, such as `https://duo.example`. In a browser, the site's own: other origins are refused. */
  url: string
  /** An API key (`duo_…`) or the token of `signIn`. Without one, the calls are anonymous. */
  token?: string | undefined
}

export type DuoClient = TRPCClient<DuoRouter>

/** Returns a client of every procedure. A failed call rejects with `TRPCClientError`, whose `data.appCode` says why. */
export function createDuoClient({ url, token }: DuoClientOptions): DuoClient {
  const endpoint = `${originOf(url)}/api/trpc`
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const requests = new WeakMap<object, StreamRequest>()
  const requestOf = (operation: { path: string }) => {
    const request = requests.get(operation) ?? streamRequest(operation.path, headers)
    requests.set(operation, request)
    return request
  }
  return createTRPCClient<DuoRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({
          url: endpoint,
          EventSource,
          eventSourceOptions: ({ op }) => ({ fetch: requestOf(op) }),
        }),
        // URLs end up in logs, so queries use POST too
        false: httpBatchLink({ url: endpoint, headers, methodOverride: 'POST', maxItems: 10 }),
      }),
    ],
  })
}

/** `SECOND_FACTOR_NEEDED` if the account requires a second step, which only the site offers: use an API key instead. */
export type SignInResult = { error: null; token: string } | { error: string; token: null }

/** Returns a session's token for `createDuoClient`. For programs; browsers keep a cookie that scripts cannot read. */
export async function signIn({ url, email, password }: { url: string; email: string; password: string }): Promise<SignInResult> {
  const response = await fetch(`${originOf(url)}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const token = response.headers.get('set-auth-token')
  if (response.ok && token !== null) return { error: null, token }
  const body = (await response.json().catch(() => null)) as { code?: string; error?: string } | null
  return { error: response.ok ? 'SECOND_FACTOR_NEEDED' : (body?.code ?? body?.error ?? `HTTP_${response.status}`), token: null }
}

const originOf = (url: string) => new URL(url).origin
