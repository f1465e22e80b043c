import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface RawRequest {
  method: string
  /** Sent as is, without encoding or normalizing. */
  path: string
  headers: Record<string, string | string[]>
  body: string | Buffer | null
}

export interface RawResponse {
  /** 0 if the connection was closed without a response. */
  status: number
  headers: IncomingHttpHeaders
  body: string
  ms: number
}

const maxReadBytes = 200_000 // characters; the start of a stream is enough

/** Sends requests that no browser sends, over a few keep-alive connections. Close it at the end. */
export function rawClient(url: string, { connections = 16 } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  const send = ({ method, path, headers, body }: RawRequest): Promise<RawResponse> => {
    const started = performance.now()
    const answerOf = (status: number, from: IncomingHttpHeaders, text: string) =>
      ({ status, headers: from, body: text, ms: performance.now() - started }) satisfies RawResponse
    const length: Record<string, string> = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = { host: `localhost:${port}`, ...length, ...headers }
    return new Promise((done, fail) => {
      const call = request({ agent, hostname, port, method, path, headers: sent }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
          if (text.length > maxReadBytes || answer.headers['content-type']?.startsWith('text/event-stream')) answer.destroy()
        })
        answer.once('error', () => {})
        answer.once('close', () => done(answerOf(answer.statusCode ?? 0, answer.headers, text)))
      })
      call.once('error', (error: NodeJS.ErrnoException) => {
        // the server may close the connection before it has read a rejected body
        if (['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) done(answerOf(0, {}, ''))
        else fail(error)
      })
      call.end(body ?? undefined)
    })
  }
  return { send, close: () => agent.destroy() }
}

export async function inParallel<T, R>(
  items: readonly T[],
  maxConcurrent: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T, index)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, lane))
  return results
}
