import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import type { TRPCClient } from '@trpc/client'
import type { inferRouterError } from '@trpc/server'
import type { AppRouter } from '#server.ts'

type AppClient = TRPCClient<AppRouter>
export type Failure = inferRouterError<AppRouter>

/** The calls of the app's client. Streams are in document-stream.ts, which few documents need. */
type DocumentClient = { [F in keyof AppClient]: { [P in keyof AppClient[F]]: Omit<AppClient[F][P], 'subscribe'> } }

/** A call that failed. A refusal is no failure: it is part of the result. */
export class CallFailure extends Error {
  readonly status: number
  /** Seconds to wait before the call may be repeated; null if the server names none. The failure of an open stream has no header. */
  readonly retryAfter: number | null
  /** Undefined if the response is not the server’s own, as behind a proxy whose server is down. */
  readonly data: Partial<Failure['data']> | undefined
  constructor(path: string, { status, headers }: Response, data?: Partial<Failure['data']>) {
    super(`${path} returned ${data?.appCode ?? status}`)
    this.status = status
    this.retryAfter = Number(headers.get('Retry-After')) || data?.retryAfterSeconds || null
    this.data = data
  }
}

export interface CallOptions {
  signal?: AbortSignal
  context?: { idempotencyKey?: string }
}

export const toRequest = (input: unknown, { signal, context: { idempotencyKey } = {} }: CallOptions): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }) },
  body: JSON.stringify(input),
  ...(signal && { signal }),
})

export const addressOf = (path: string) => `${location.origin}/api/trpc/${path}`

/** tRPC’s envelope (https://trpc.io/docs/rpc). `data` is what the procedure returned, which the router’s type names. */
interface Envelope {
  result?: { data: unknown }
  error?: Failure
}

const envelopeOf = (response: Response): Promise<Envelope> => response.json().catch(() => ({}))

export const failureOf = async (path: string, response: Response) =>
  new CallFailure(path, response, (await envelopeOf(response)).error?.data)

async function send(path: string, input: unknown, options: CallOptions = {}): Promise<unknown> {
  const response = await fetchWithTimeout(addressOf(path), toRequest(input, options))
  const { result, error } = await envelopeOf(response)
  if (!result) throw new CallFailure(path, response, error?.data)
  return result.data
}

type Caller = (path: string, ...given: [input?: unknown, options?: CallOptions]) => unknown

/** Turns `client.feature.procedure.verb(…)` into a call of `feature.procedure`. */
export const proxyOf = (call: Caller, names: readonly string[] = []): unknown =>
  new Proxy(() => {}, {
    get: (_, name) => proxyOf(call, [...names, String(name)]),
    apply: (_target, _this: unknown, given: [unknown, CallOptions?]) => call(names.slice(0, -1).join('.'), ...given),
  })

/** The client of documents, where tRPC’s own would be larger than all other scripts of the page. No batches, no links. */
export const documentClient = proxyOf(send) as DocumentClient
