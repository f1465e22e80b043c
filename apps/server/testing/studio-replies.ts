import type { AskEvent, Coverage } from '@duo/features/chat/ask-schema.ts'
import type { Source } from '@duo/features/chat/schema.ts'
import { EventSourceParserStream } from 'eventsource-parser/stream'

export interface StudioReply {
  status: number
  text: string
  coverage: Coverage | null
  sources: Source[]
  unsupported: string[]
  next: string[]
  end: Extract<AskEvent, { type: 'end' }> | null
}

interface Asking {
  /** Address of the site. */
  url: string
  procedure: 'studio.tryAgent' | 'studio.askAgent'
  input: object
  headers?: Record<string, string>
}

/** Asks a creator's agent, and reads its reply to the end. */
export async function askStudio({ url, procedure, input, headers = {} }: Asking): Promise<StudioReply> {
  const response = await fetch(`${url}/api/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ language: 'en', ...input }),
  })
  const reply: StudioReply = {
    status: response.status,
    text: '',
    coverage: null,
    sources: [],
    unsupported: [],
    next: [],
    end: null,
  }
  if (!response.ok || !response.body) return reply
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { event, data } of events) if (event === undefined) add(reply, JSON.parse(data) as AskEvent)
  return reply
}

function add(reply: StudioReply, event: AskEvent): void {
  if (event.type === 'text') reply.text += event.text
  else if (event.type === 'restart') reply.text = ''
  else if (event.type === 'sources') reply.sources = event.sources
  else if (event.type === 'unsupported') reply.unsupported = event.sentences
  else if (event.type === 'next') reply.next = event.questions
  else if (event.type === 'coverage') reply.coverage = event.coverage
  else reply.end = event
}
