import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import type { Db } from '@duo/db/index.ts'
import { signToken } from '@duo/features/auth/server/sessions/sessions.ts'
import type { SendEvent } from '@duo/features/chat/schema.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { v7 as uuidv7 } from 'uuid'

export interface Caller {
  headers: Record<string, string>
  conversationId: string
}

/** Inserts signed-in users, each with a conversation and an address. Signing up would hash 600 passwords, which takes too long. */
export async function makeCallers(db: Db, keys: Keys, agentId: string, count: number): Promise<Caller[]> {
  const made = Array.from({ length: count }, (_, i) => ({
    userId: uuidv7(),
    conversationId: uuidv7(),
    token: randomBytes(24).toString('base64url'),
    i,
  }))
  await db
    .insertInto('auth_user')
    .values(
      made.map(({ userId: id }) => ({
        id,
        name: 'Ana',
        email: `${id}@example.com`,
        email_verified: true,
        confirmed_at: new Date(),
      })),
    )
    .execute()
  await db
    .insertInto('billing_subscription')
    .values(made.map(({ userId }) => ({ user_id: userId, plan: 'business' as const })))
    .execute()
  const expires_at = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('auth_session')
    .values(
      made.map(({ userId, token }) => ({ id: uuidv7(), user_id: userId, token, expires_at, ip_address: null, user_agent: null })),
    )
    .execute()
  await db
    .insertInto('chat_conversation')
    .values(
      made.map(({ userId, conversationId }) => ({ id: conversationId, user_id: userId, agent_id: agentId, title: 'Bench' })),
    )
    .execute()
  return made.map(({ conversationId, token, i }) => ({
    conversationId,
    headers: {
      authorization: `Bearer ${signToken(keys, token)}`,
      'x-forwarded-for': `10.1.${i >> 8}.${i & 255}`,
      'content-type': 'application/json',
    },
  }))
}

export interface ReceivedReply {
  /** Time to first text, ms. */
  first: number
  text: string
}

export async function askModel(modelUrl: string, question: string): Promise<ReceivedReply> {
  const started = performance.now()
  const body = JSON.stringify({
    model: 'local',
    stream: true,
    messages: [
      { role: 'system', content: 'x'.repeat(4_000) },
      { role: 'user', content: question },
    ],
  })
  const headers = { 'content-type': 'application/json' }
  const response = await call(`${modelUrl}/chat/completions`, { method: 'POST', headers, body })
  const received = { first: 0, text: '' }
  for await (const block of blocksOf(response)) {
    if (!block.startsWith('data: {')) continue
    const text = (JSON.parse(block.slice(6)) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? ''
    if (text === '') continue
    received.first ||= performance.now() - started
    received.text += text
  }
  return received
}

/** Asks as a browser does: over one connection, and another one after a break. `cutAfter` breaks the connection once. */
export async function askDuo(
  url: string,
  caller: Caller,
  question: string,
  cutAfter = Number.POSITIVE_INFINITY,
): Promise<ReceivedReply> {
  const started = performance.now()
  const body = JSON.stringify({ conversationId: caller.conversationId, clientId: crypto.randomUUID(), content: question })
  let response = await call(`${url}/api/trpc/chat.sendAndStream`, { method: 'POST', headers: caller.headers, body })
  const received = { first: 0, text: '' }
  let [replyId, last]: [string, string | undefined] = ['', undefined]
  let left = cutAfter
  for (;;) {
    if (response.statusCode !== 200) throw new Error(`not answered: ${response.statusCode}`)
    const before: string | undefined = last
    for await (const block of blocksOf(response)) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      const id = /^id: (.*)$/m.exec(block)?.[1]
      if (data === undefined || id === undefined) continue
      const event = JSON.parse(data) as SendEvent
      if (event.type === 'sent') {
        if (event.answer.error !== null) throw new Error(`not sent: ${event.answer.error}`)
        replyId = event.answer.reply.id
        continue
      }
      last = id
      if (event.type === 'end') {
        if (event.message.content !== received.text) throw new Error('the stored text differs from the streamed text')
        response.destroy()
        return received
      }
      received.first ||= performance.now() - started
      received.text += event.text
      if (received.text.length > left) break
    }
    if (last === before) throw new Error('no text was received')
    left = Number.POSITIVE_INFINITY
    const input = encodeURIComponent(JSON.stringify({ messageId: replyId, ...(last !== undefined && { lastEventId: last }) }))
    response = await call(`${url}/api/trpc/chat.stream?input=${input}`, { headers: caller.headers })
  }
}

interface Call {
  method?: string
  headers: Record<string, string>
  body?: string
}

// Node's http client takes a third less CPU than `fetch` and pauses less, so it distorts the measurement less
function call(url: string, { body, ...options }: Call): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { ...options, signal: AbortSignal.timeout(60_000) }, resolve)
      .once('error', reject)
      .end(body)
  })
}

async function* blocksOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop() ?? ''
    yield* blocks
  }
}
