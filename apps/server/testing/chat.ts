import type { Db } from '@duo/db/index.ts'
import { testDatabase } from '@duo/db/testing.ts'
import type { Message, SendEvent, SendResult, StreamEvent } from '@duo/features/chat/schema.ts'
import { v7 as uuidv7 } from 'uuid'
import { newAddress, password, testBrowser } from './accounts.ts'
import { testApp } from './test-app.ts'

type App = Awaited<ReturnType<typeof testApp>>
export type Browser = ReturnType<typeof testBrowser>

/** Starts two servers with one database, an agent, and a scripted model, which `close` closes too. */
export async function twoChatServers(model: { url: string; close(): Promise<unknown> }) {
  const database = await testDatabase()
  const settings = { CONFIRM_EMAIL: 'off', AI_BASE_URL: model.url, AI_MODEL: 'local' }
  const app = await testApp(settings, database)
  const other = await testApp(settings, database)
  const agentId = await makeAgent(app.db)
  const close = async () => {
    await Promise.all([app.close(), other.close()])
    await model.close()
  }
  return { app, other, agentId, close }
}

let agents = 0

export async function makeAgent(db: Db, overrides: { lines?: string[] } = {}): Promise<string> {
  const id = uuidv7()
  const name = `Ada Lovelace ${++agents}`
  await db
    .insertInto('marketplace_agent')
    .values({ id, slug: `agent-${id}`, name, category: 'science', colors: ['#112233', '#445566'], hash: id })
    .execute()
  const voice = { greeting: [], openings: [], bridges: [], closings: [], notCovered: [], thanks: [], aboutMe: '' }
  const text = {
    agent_id: id,
    lived: '1815–1852',
    description: 'Engines',
    voice_description: 'Clear',
    prompt_seed: 'SECRET SEED: you are Ada.',
    starters: ['What is an engine?'],
    voice: JSON.stringify(voice),
    lines: overrides.lines ?? [],
    figure: '',
    vocabulary: [],
  }
  await db
    .insertInto('marketplace_agent_text')
    .values([
      { ...text, language: 'en' },
      { ...text, language: 'pt' },
    ])
    .execute()
  return id
}

/** Returns a signed-in browser, for an app without e-mail confirmation. */
export async function person(app: Pick<App, 'url'>, language = 'en'): Promise<Browser> {
  const browser = testBrowser(app.url)
  const account = { name: 'Ana Souza', email: newAddress(), password, language }
  await browser.auth('sign-up/email', account)
  await browser.auth('sign-in/email', account)
  return browser
}

/** The same session at another server. */
export function browserAt(browser: Browser, url: string): Browser {
  const otherBrowser = testBrowser(url)
  otherBrowser.cookies.clear()
  for (const [name, value] of browser.cookies) otherBrowser.cookies.set(name, value)
  return otherBrowser
}

export async function openConversation(app: App, agentId: string) {
  const browser = await person(app)
  const { data, code } = await browser.call('chat.start', { agentId })
  if (code) throw new Error(`failed to start a conversation: ${code}`)
  const conversationId = (data as { conversation: { id: string } }).conversation.id
  return { browser, conversationId, send: sender(browser, conversationId) }
}

/** Sends questions in a conversation. Throws if one is rejected. */
export const sender =
  (browser: Browser, conversationId: string) =>
  async (content = 'What is an engine?', clientId: string = crypto.randomUUID()) => {
    const { data, code } = await browser.call('chat.send', { conversationId, clientId, content })
    const answer = data as SendResult | undefined
    if (answer?.error !== null) throw new Error(`not sent: ${code ?? answer?.error}`)
    return answer
  }

export interface Read {
  text: string
  lastId: string
  end: (StreamEvent & { type: 'end' }) | null
  /** The answer to the question, of `chat.sendAndStream`. */
  sent: SendResult | null
  events: { id: string; event: StreamEvent }[]
  status: number
  /** Error code that the stream reported. */
  code: string | null
  /** The HTTP status that the stream's error names. */
  errorStatus: number | null
}

/** Reads a reply's stream as EventSource does, starting after an event id, until it ends, breaks, or `enough` returns true. */
export async function follow(
  browser: Browser,
  messageId: string,
  { from, enough = () => false }: { from?: string; enough?: (read: Read) => boolean } = {},
): Promise<Read> {
  const input = encodeURIComponent(JSON.stringify({ messageId, ...(from !== undefined && { lastEventId: from }) }))
  return readStream((request) => browser.request(`/api/trpc/chat.stream?input=${input}`, request), { from, enough })
}

/** Asks a question and reads its reply over the same connection, as `follow` does. */
export async function sendAndFollow(
  browser: Browser,
  input: { conversationId: string; clientId: string; content: string; path?: number; lastEventId?: string },
  enough: (read: Read) => boolean = () => false,
): Promise<Read> {
  const post = { method: 'POST', body: JSON.stringify(input) }
  const headers = { 'content-type': 'application/json' }
  return readStream(
    (request) =>
      browser.request('/api/trpc/chat.sendAndStream', { ...request, ...post, headers: { ...request.headers, ...headers } }),
    { from: input.lastEventId, enough },
  )
}

async function readStream(
  open: (request: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>,
  { from, enough }: { from: string | undefined; enough: (read: Read) => boolean },
): Promise<Read> {
  const leave = new AbortController()
  const headers = { accept: 'text/event-stream', 'accept-encoding': 'gzip, br' }
  const response = await open({ headers, signal: leave.signal })
  const read: Read = {
    status: response.status,
    text: '',
    lastId: from ?? '0',
    end: null,
    sent: null,
    events: [],
    code: null,
    errorStatus: null,
  }
  if (!response.body) return read
  let rest = ''
  try {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) take(block, read)
      if (read.end || read.code || enough(read)) break
    }
  } catch {
    // the connection broke: keep what was read
  }
  leave.abort()
  return read
}

function take(block: string, read: Read): void {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
  const [id, data] = [field('id'), field('data')]
  if (field('event') === 'serialized-error') {
    const { data: failure } = JSON.parse(data ?? '') as { data: { appCode: string; httpStatus: number } }
    read.code = failure.appCode
    read.errorStatus = failure.httpStatus
  }
  if (id === undefined || data === undefined) return
  const event = JSON.parse(data) as SendEvent
  read.lastId = id
  if (event.type === 'sent') {
    read.sent = event.answer
    return
  }
  read.events.push({ id, event })
  if (event.type === 'text') read.text += event.text
  else read.end = event
}

/** Releases chunks on demand: `give` sends one, `finish` ends the response. */
export function gate() {
  const waiting: (string | null)[] = []
  let wake = () => {}
  const put = (piece: string | null) => {
    waiting.push(piece)
    wake()
  }
  async function* pieces() {
    for (;;) {
      while (waiting.length === 0) {
        await new Promise<void>((go) => {
          wake = go
        })
      }
      const piece = waiting.shift()
      if (piece === null || piece === undefined) return
      yield piece
    }
  }
  return { pieces: pieces(), give: (...pieces: string[]) => pieces.forEach(put), finish: () => put(null) }
}

export async function listMessages(browser: Browser, conversationId: string): Promise<Message[]> {
  const { data } = await browser.call('chat.messages', { conversationId, cursor: null })
  return (data as { messages: Message[] }).messages
}
