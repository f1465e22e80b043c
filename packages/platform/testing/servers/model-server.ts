import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

type Pieces = Iterable<string> | AsyncIterable<string>

interface TextBehaviour {
  kind: 'text'
  pieces: Pieces
  /** Ms before the first chunk. */
  first?: number
  /** Ms between chunks. */
  gap?: number
  /** Of the answer; null omits the usage. */
  tokens?: number | null
  /** Of the prompt, of which `cached` come from the provider's cache. By default one for four characters. */
  prompt?: { tokens: number; cached?: number }
  thoughts?: string[]
  /** Rejects `max_tokens`. */
  newer?: boolean
  reason?: 'stop' | 'length'
}

export type Behaviour =
  | TextBehaviour
  | { kind: 'cut'; pieces: Pieces }
  /** Ends the stream after these chunks without a finish reason. */
  | { kind: 'trailing-off'; pieces: Pieces }
  | { kind: 'status'; status: number; body: string }
  | { kind: 'malformed' }
  | { kind: 'silent' }
  | { kind: 'mute' }

export interface ModelRequest {
  model: string
  messages: { role: string; content: string }[]
  max_tokens?: number
  max_completion_tokens?: number
}

export interface ModelCall {
  authorization: string | undefined
  request: ModelRequest
  aborted: boolean
}

const providerError = (message: string, code: string) => JSON.stringify({ error: { message, type: code, code } })
const refusedName = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."

/** By name, for manual tests: a question with `[quota]` triggers that fault. */
export const faults: Record<string, Behaviour> = {
  slow: {
    kind: 'text',
    pieces: words('This answer takes its time, word by word, so that there is a moment to look at it.'),
    first: 2_000,
    gap: 400,
  },
  newer: { kind: 'text', pieces: words('This model thought first.'), thoughts: ['Hm', '.'], gap: 400, newer: true },
  cut: { kind: 'cut', pieces: words('This answer breaks off in the') },
  unauthorized: { kind: 'status', status: 401, body: providerError('Incorrect API key provided', 'invalid_api_key') },
  busy: { kind: 'status', status: 429, body: providerError('Too many requests, slow down', 'rate_limit') },
  broken: { kind: 'status', status: 500, body: providerError('The server had an error', 'server_error') },
  quota: {
    kind: 'status',
    status: 429,
    body: providerError('You exceeded your current quota, please check your plan and billing details', 'insufficient_quota'),
  },
  filtered: { kind: 'status', status: 400, body: providerError('The response was filtered by our policy', 'content_filter') },
  lengthy: {
    kind: 'status',
    status: 400,
    body: providerError("This model's maximum context length is 8192 tokens", 'context_length_exceeded'),
  },
  malformed: { kind: 'malformed' },
  empty: { kind: 'text', pieces: [], tokens: 0 },
}

export function words(text: string): string[] {
  return text.match(/\s*\S+/g) ?? []
}

interface Options {
  port?: number
  usual?: (request: ModelRequest) => Behaviour
}

/** Mocks OpenAI's streaming chat protocol and the ways providers fail. Each call takes one behaviour from `queue`. */
export async function startModelServer({ port = 0, usual = byQuestion }: Options = {}) {
  const calls: ModelCall[] = []
  const queue: Behaviour[] = []
  const server = createServer(async (req, res) => {
    const request = await requestOf(req)
    if (request === null) return void res.writeHead(400).end()
    const call: ModelCall = { authorization: req.headers.authorization, request, aborted: false }
    calls.push(call)
    res.on('close', () => {
      call.aborted = !res.writableFinished
    })
    await behave(res, queue.shift() ?? usual(request), request).catch(() => res.destroy())
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    queue,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
  }
}

async function requestOf(req: IncomingMessage): Promise<ModelRequest | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of req) chunks.push(chunk as Buffer)
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    return null
  }
}

function byQuestion({ messages }: ModelRequest): Behaviour {
  const question = messages.at(-1)?.content ?? ''
  const fault = faults[/\[([a-z]+)\]/.exec(question)?.[1] ?? '']
  return (
    fault ?? {
      kind: 'text',
      pieces: words(`You asked: ${question} This is what the local model says to that.`),
      first: 200,
      gap: 40,
    }
  )
}

async function behave(res: ServerResponse, behaviour: Behaviour, { model, max_tokens, messages }: ModelRequest): Promise<void> {
  if (behaviour.kind === 'silent') return
  const refuse = (status: number, body: string) => void res.writeHead(status, { 'content-type': 'application/json' }).end(body)
  if (behaviour.kind === 'status') return refuse(behaviour.status, behaviour.body)
  if (behaviour.kind === 'text' && behaviour.newer && max_tokens !== undefined)
    return refuse(400, providerError(refusedName, 'unsupported_parameter'))
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  if (behaviour.kind === 'malformed') return void res.end('data: {"choices": [{"delta": oops\n\ndata: <html>\n\n')
  res.flushHeaders()
  if (behaviour.kind === 'mute') return
  const send = (data: object) =>
    res.write(`data: ${JSON.stringify({ id: 'call', object: 'chat.completion.chunk', created: 1, model, ...data })}\n\n`)
  const choice = (delta: object, finish_reason: string | null = null) => ({ choices: [{ index: 0, delta, finish_reason }] })
  const { first = 0, gap = 0, thoughts = [] } = behaviour.kind === 'text' ? behaviour : {}
  if (first > 0) await pause(first)
  send(choice({ role: 'assistant', content: '' }))
  for (const reasoning_content of thoughts) {
    send(choice({ reasoning_content }))
    await pause(gap)
  }
  let sent = 0
  for await (const content of behaviour.pieces) {
    if (res.destroyed) return
    if (gap > 0 && sent > 0) await pause(gap)
    send(choice({ content }))
    sent += 1
  }
  if (behaviour.kind === 'cut') {
    await new Promise((done) => res.write(': \n\n', done))
    return void res.destroy()
  }
  if (behaviour.kind === 'trailing-off') return void res.end()
  const answered = behaviour.kind === 'text' ? behaviour : { tokens: undefined, prompt: undefined, reason: undefined }
  const { tokens = sent, prompt = { tokens: Math.ceil(JSON.stringify(messages).length / 4) }, reason = 'stop' } = answered
  send(choice({}, reason))
  if (tokens !== null) send({ choices: [], usage: usageOf(tokens, thoughts.length, prompt) })
  res.end('data: [DONE]\n\n')
}

function usageOf(text: number, reasoning_tokens: number, prompt: { tokens: number; cached?: number }) {
  const completion_tokens = text + reasoning_tokens
  return {
    prompt_tokens: prompt.tokens,
    completion_tokens,
    total_tokens: prompt.tokens + completion_tokens,
    ...(prompt.cached !== undefined && { prompt_tokens_details: { cached_tokens: prompt.cached } }),
    ...(reasoning_tokens > 0 && { completion_tokens_details: { reasoning_tokens } }),
  }
}
