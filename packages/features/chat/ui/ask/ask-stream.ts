import type { Locale } from '@duo/platform/shared/locale.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { AskEvent } from '../../schema.ts'

/** The server pings every 10 s. */
const silenceMs = 25_000

export class AskRefusal extends Error {
  /** Seconds until the network may ask again; null for other refusals. */
  readonly retryAfter: number | null
  constructor(status: number, retryAfter: number | null) {
    super(`chat.ask returned ${status}`)
    this.retryAfter = retryAfter
  }
}

/** Posts the question: an EventSource would put it into the URL, and reconnecting would ask it again. */
export async function* streamAnswer(
  input: { agent: string; question: string; language: Locale; notAboutMe?: boolean },
  signal: AbortSignal,
): AsyncGenerator<AskEvent> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const response = await fetch(`${location.origin}/api/trpc/chat.ask`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify(input),
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) {
      const isLimit = response.status === 429
      throw new AskRefusal(response.status, isLimit ? Number(response.headers.get('Retry-After')) || null : null)
    }
    const messages = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader()
    for (let next = await messages.read(); !next.done; next = await messages.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      const { event, data } = next.value
      if (event === 'serialized-error') throw new Error('the answer failed on the server')
      if (event === undefined) yield JSON.parse(data) as AskEvent
    }
  } finally {
    clearTimeout(timer)
  }
}
