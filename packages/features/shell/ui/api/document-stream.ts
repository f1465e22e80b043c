import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { AppRouter } from '#server.ts'
import { accountHeaders } from '#session/ui/page-account.ts'
import { addressOf, CallFailure, type CallOptions, type Failure, failureOf, proxyOf, toRequest } from './document-client.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>

/** Procedures whose output is a stream of events. */
type DocumentStreams = {
  [F in keyof Outputs & keyof Inputs]: {
    [P in keyof Outputs[F] & keyof Inputs[F] as Outputs[F][P] extends AsyncIterable<unknown> ? P : never]: {
      subscribe: (
        input: Inputs[F][P],
        options: CallOptions,
      ) => Outputs[F][P] extends AsyncIterable<infer Event> ? AsyncGenerator<Event> : never
    }
  }
}

/** A call ends after 10 s without an answer (spec, section 9). */
const answerMs = 10_000

/** The server pings every 10 s. */
const silenceMs = 25_000

/** Posts the call: an EventSource would put its input into the URL, and reconnecting would ask again. Yields `{ id, data }` of tracked events. */
async function* subscribe(path: string, input: unknown, { signal }: CallOptions = {}): AsyncGenerator<unknown> {
  // not `AbortSignal.any`, which older browsers lack
  const stop = new AbortController()
  if (signal?.aborted) stop.abort(signal.reason)
  signal?.addEventListener('abort', () => stop.abort(signal.reason))
  let timer = setTimeout(() => stop.abort(), answerMs)
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stop.abort(), silenceMs)
  }
  const { headers, ...request } = toRequest(input, { signal: stop.signal })
  try {
    const response = await fetch(addressOf(path), {
      ...request,
      headers: { ...headers, ...accountHeaders(), Accept: 'text/event-stream' },
    })
    wait()
    // a refused stream has the status of its failure, which its only event describes
    if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body)
      throw await failureOf(path, response)
    for await (const { id, event, data } of messagesOf(response.body, wait)) {
      if (event !== undefined && event !== 'serialized-error') continue
      const content: unknown = JSON.parse(data)
      if (event === undefined) yield id === undefined ? content : { id, data: content }
      else throw new CallFailure(path, response, (content as Failure).data)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Without `TextDecoderStream`, which Firefox has since 105. */
async function* messagesOf(body: ReadableStream<Uint8Array>, onPiece: () => void): AsyncGenerator<EventSourceMessage> {
  const decoder = new TextDecoder()
  const found: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (message) => void found.push(message) })
  const reader = body.getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    onPiece()
    parser.feed(decoder.decode(piece.value, { stream: true }))
    yield* found.splice(0)
  }
}

export const documentStreams = proxyOf(subscribe) as DocumentStreams
