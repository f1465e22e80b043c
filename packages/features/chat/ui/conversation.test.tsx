import { network } from '@duo/platform/testing/component-setup.ts'
import { TestEventSource } from '@duo/platform/testing/event-source.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSessionStore, type SessionStore } from '../../session/ui/session-store.ts'
import { callFailure, onMutation, onQuery, onSubscription, renderPart } from '../../testing.tsx'
import type { ChatAgent, Message, SendEvent, SendResult, Usage } from '../schema.ts'
import { storeQuestion } from './ask/asked-question.ts'
import { readDraft, saveDraft } from './composer/draft-storage.ts'
import { ConversationRoom } from './conversation-room.tsx'
import { TrpcProvider } from './trpc-provider.tsx'

const id = '01a1feb3-934f-70e6-b492-e26717e0a7f7'
const usage: Usage = { used: 100, limit: 10_000, renewsAt: '2026-12-01T00:00:00.000Z' }
const agent: ChatAgent = {
  id: '01a1feb3-934f-70e6-b492-000000000001',
  slug: 'ada-lovelace',
  name: 'Ada Lovelace',
  description: 'Talk about engines.',
  voice_description: 'Quick and exact',
  lived: '1815–1852, London',
  colors: ['#43194a', '#f6b23c'],
  starters: ['What could the engine do?'],
  picture: null,
}
const message = (seq: number, overrides: Partial<Message> = {}): Message => ({
  id: `01a1feb3-934f-70e6-b492-0000000001${String(seq).padStart(2, '0')}`,
  seq,
  role: seq % 2 === 1 ? 'user' : 'assistant',
  content: `text ${seq}`,
  created_at: '2026-11-21T12:00:00.000Z',
  clientId: null,
  status: 'done',
  origin: seq % 2 === 1 ? null : 'model',
  problem: null,
  sources: [],
  next: [],
  tokens: null,
  ...overrides,
})

// jsdom has no layout: report a viewport of 600 px and messages of 60 px
class Sizes {
  readonly #tell: ResizeObserverCallback
  constructor(callback: ResizeObserverCallback) {
    this.#tell = callback
  }
  observe(target: Element) {
    const height = target.getAttribute('role') === 'region' ? 600 : 60
    const entry = { target, contentRect: { width: 800, height } } as unknown as ResizeObserverEntry
    queueMicrotask(() => this.#tell([entry], this as never))
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('EventSource', TestEventSource)
  vi.stubGlobal('ResizeObserver', Sizes)
  vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
  Element.prototype.scrollTo = () => {}
  localStorage.clear()
  network.use(
    onQuery('auth', 'session', () => null),
    onQuery('chat', 'conversation', () => ({ conversation, running: null, usage })),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const conversation = {
  id,
  agent_id: agent.id,
  title: 'Conversation with Ada Lovelace',
  created_at: '2026-11-21T12:00:00.000Z',
  agent,
}

const open = (
  messages: Message[],
  overrides: { usage?: Usage; before?: string | null; auth?: SessionStore; path?: number } = {},
) =>
  renderPart(
    <TrpcProvider>
      <ConversationRoom
        conversation={conversation}
        page={{ messages, path: overrides.path ?? 0, before: overrides.before ?? null }}
        usage={overrides.usage ?? usage}
      />
    </TrpcProvider>,
    overrides.auth && { auth: overrides.auth },
  )
const field = () => screen.getByRole('textbox', { name: 'Chat with Ada Lovelace…' })
const bubbles = () => screen.getAllByTestId('bubble').map((bubble) => bubble.textContent)

type Sent = { conversationId: string; clientId: string; content: string; path?: number | undefined }
type Events = (write: (id: string, event: SendEvent) => void) => Promise<unknown>

/** Answers to a question, alone or before the events of its reply, which do not end by themselves. */
const onSend = (answer: (input: Sent) => SendResult | Promise<SendResult>, events: Events = () => new Promise(() => {})) => [
  onMutation('chat', 'send', answer),
  onSubscription('chat', 'sendAndStream', async (input, write) => {
    const sent = await answer(input)
    write('0', { type: 'sent', answer: sent })
    return sent.error === null && events(write)
  }),
]

/** Answers a question with `running`, whose text comes over the same connection. */
function answering(pieces: string[], ended: Partial<Message> = {}) {
  const running = message(2, { content: '', status: 'waiting', origin: null })
  network.use(
    ...onSend(
      ({ clientId, content }) => ({
        error: null,
        question: message(1, { content, clientId }),
        reply: running,
        path: 0,
        usage,
      }),
      async (write) => {
        let whole = ''
        for (const text of pieces) {
          whole += text
          write(String(whole.length), { type: 'text', text })
        }
        const end = message(2, { content: whole, origin: 'offline', tokens: 42, ...ended })
        write(String(whole.length), { type: 'end', message: end, usage: { ...usage, used: 142 } })
      },
    ),
  )
}

test('an empty conversation suggests questions, and pressing one shows the reply with its sources and cost', async () => {
  answering(['It ', 'weaves.'], { sources: [{ title: 'Cards', source: 'Notes, 1843' }] })
  await open([])
  expect(screen.getByRole('heading', { name: 'Start the conversation' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'What could the engine do?' }))
  await waitFor(() => expect(bubbles()[1]).toContain('It weaves.'))
  expect(screen.queryByText('42 tokens')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Details' }))
  expect(screen.getByText('Made from this agent’s notes, without a language model')).toBeVisible()
  expect(screen.getByText('42 tokens')).toBeVisible()
  expect(screen.getByText('9,858 of 10,000 tokens left this month')).toBeVisible()
  expect(screen.getByText('1 source')).toBeVisible()
  expect(screen.getByText('Notes, 1843')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByText('Ada Lovelace answered: It weaves.')).toBeInTheDocument())
})

test('animates new messages but not loaded ones', async () => {
  network.use(...onSend(() => new Promise(() => {})))
  await open([message(1), message(2)])
  await screen.findByText('text 2')
  const rises = () => screen.getAllByTestId('bubble').map((bubble) => bubble.closest('.animate-rise') !== null)
  expect(rises()).toEqual([false, false])
  await userEvent.type(field(), 'And then?{Enter}')
  await screen.findByText('And then?')
  expect(rises()).toEqual([false, false, true])
})

test('a lost connection resumes at its offset without duplicate text', async () => {
  const requests: (string | null | undefined)[] = []
  const running = message(2, { content: 'It ', status: 'streaming', origin: null })
  network.use(
    onQuery('chat', 'messages', () => ({ messages: [message(1), running], path: 0, before: null })),
    onSubscription('chat', 'stream', async ({ lastEventId }, write) => {
      requests.push(lastEventId)
      if (requests.length === 1) {
        write('9', { type: 'text', text: 'weaves' })
        return 'cut'
      }
      write('10', { type: 'text', text: '.' })
      write('10', { type: 'end', message: message(2, { content: 'It weaves.' }), usage })
    }),
  )
  await open([message(1), running])
  expect(await screen.findByText('The connection was lost. The answer continues when it is back.')).toBeVisible()
  expect(bubbles()[1]).toContain('It weaves')
  await waitFor(() => expect(bubbles()[1]).toContain('It weaves.'), { timeout: 4_000 })
  expect(requests).toEqual(['3', '9'])
  expect(screen.queryByText(/The connection was lost/)).not.toBeInTheDocument()
})

test('a new question takes one connection, and a lost one is resumed by the id of the reply without duplicate text', async () => {
  const [sent, resumed]: [string[], unknown[]] = [[], []]
  const running = message(2, { content: '', status: 'waiting', origin: null })
  network.use(
    ...onSend(
      ({ clientId, content }) => {
        sent.push(content)
        return { error: null, question: message(1, { content, clientId }), reply: running, path: 0, usage }
      },
      async (write) => {
        write('9', { type: 'text', text: 'It weaves' })
        return 'cut'
      },
    ),
    onQuery('chat', 'messages', () => ({
      messages: [message(1), message(2, { content: '', status: 'streaming', origin: null })],
      path: 0,
      before: null,
    })),
    onSubscription('chat', 'stream', async (input, write) => {
      resumed.push(input)
      write('10', { type: 'text', text: '.' })
      write('10', { type: 'end', message: message(2, { content: 'It weaves.' }), usage })
    }),
  )
  await open([])
  await userEvent.type(field(), 'What does it do?{Enter}')
  await waitFor(() => expect(bubbles()[1]).toContain('It weaves'))
  expect(resumed).toEqual([])
  await waitFor(() => expect(bubbles()[1]).toContain('It weaves.'), { timeout: 4_000 })
  expect(sent).toEqual(['What does it do?'])
  expect(resumed).toEqual([{ messageId: running.id, lastEventId: '9' }])
})

test('leaving the conversation ends the connection that brings the reply', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const reply = message(2, { content: '', status: 'waiting', origin: null })
  network.use(...onSend(({ clientId }) => ({ error: null, question: message(1, { clientId }), reply, path: 0, usage })))
  const { unmount } = await open([])
  await userEvent.type(field(), 'Hello?{Enter}')
  await screen.findByRole('button', { name: 'Stop the answer' })
  const request = fetched.mock.calls.find(([address]) => String(address).endsWith('/chat.sendAndStream'))
  expect(request?.[1]?.signal?.aborted).toBe(false)
  unmount()
  expect(request?.[1]?.signal?.aborted).toBe(true)
})

test('a reply that newer tabs stream is polled instead of reopened, and streams again when this tab is used', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let streams = 0
  let content = 'It '
  const running = () => message(2, { content, status: 'streaming', origin: null })
  network.use(
    onQuery('chat', 'messages', () => ({ messages: [message(1), running()], path: 0, before: null })),
    onSubscription('chat', 'stream', async (_input, write) => {
      streams += 1
      if (streams === 1) throw callFailure('stream_replaced', 5)
      write('10', { type: 'text', text: content.length === 9 ? '.' : 'weaves.' })
      write('10', { type: 'end', message: message(2, { content: 'It weaves.' }), usage })
    }),
  )
  await open([message(1), running()])
  expect(await screen.findByText(/This answer is also open in other tabs or devices/)).toBeVisible()
  content = 'It weaves'
  // repeated, because the status may be shown before the poll has begun
  const poll = () => {
    vi.advanceTimersByTime(5_000)
    expect(bubbles()[1]).toContain('It weaves')
  }
  await vi.waitFor(poll, { timeout: 10_000 })
  expect(streams).toBe(1)
  window.dispatchEvent(new Event('focus'))
  await waitFor(() => expect(bubbles()[1]).toContain('It weaves.'))
  expect(streams).toBe(2)
  expect(screen.queryByText(/This answer is also open/)).not.toBeInTheDocument()
})

test('a paused reply appears whole with the next poll after its end, although this tab is not used', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let streams = 0
  let reply = message(2, { content: 'It ', status: 'streaming', origin: null })
  network.use(
    onQuery('chat', 'messages', () => ({ messages: [message(1), reply], path: 0, before: null })),
    onSubscription('chat', 'stream', async () => {
      streams += 1
      throw callFailure('stream_replaced', 5)
    }),
  )
  await open([message(1), reply])
  expect(await screen.findByText(/This answer is also open in other tabs or devices/)).toBeVisible()
  reply = message(2, { content: 'It weaves.' })
  const poll = () => {
    vi.advanceTimersByTime(5_000)
    expect(bubbles()[1]).toContain('It weaves.')
  }
  await vi.waitFor(poll, { timeout: 10_000 })
  expect(screen.queryByText(/This answer is also open/)).not.toBeInTheDocument()
  expect(streams).toBe(1)
})

test('a hidden tab gives its connection back, and catches up when it is shown', async () => {
  let visibility: DocumentVisibilityState = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  const change = (next: DocumentVisibilityState) => {
    visibility = next
    document.dispatchEvent(new Event('visibilitychange'))
  }
  onTestFinished(() => void vi.restoreAllMocks())
  const running = message(2, { content: 'It ', status: 'streaming', origin: null })
  const later = Promise.withResolvers<void>()
  const requests: unknown[] = []
  network.use(
    onQuery('chat', 'messages', () => ({ messages: [message(1), running], path: 0, before: null })),
    onSubscription('chat', 'stream', async ({ lastEventId }, write) => {
      requests.push(lastEventId)
      if (requests.length === 1) {
        write('9', { type: 'text', text: 'weaves' })
        await later.promise
      }
      write('10', { type: 'text', text: '.' })
      write('10', { type: 'end', message: message(2, { content: 'It weaves.' }), usage })
    }),
  )
  await open([message(1), running])
  await waitFor(() => expect(bubbles()[1]).toContain('It weaves'))
  change('hidden')
  change('visible')
  change('hidden')
  await new Promise((resolve) => setTimeout(resolve, 2_200))
  later.resolve()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(bubbles()[1]).not.toContain('It weaves.')
  change('visible')
  await waitFor(() => expect(bubbles()[1]).toContain('It weaves.'))
  expect(requests).toEqual(['3', '9'])
})

test('a message, and the tokens it cost, sent on another device appear within seconds', async () => {
  let newest = [message(1), message(2)]
  let used = usage.used
  network.use(
    onQuery('chat', 'messages', () => ({ messages: newest, path: 0, before: null })),
    onQuery('chat', 'conversation', () => ({ conversation, running: null, usage: { ...usage, used } })),
  )
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await open(newest)
  const poll = () => vi.advanceTimersByTime(5_000)
  poll()
  newest = [...newest, message(3, { content: 'From my phone' }), message(4)]
  used += 100
  const left = () => screen.getByText(/tokens left/).textContent
  const before = left()
  await vi.waitFor(() => {
    poll()
    expect(bubbles()).toHaveLength(4)
    expect(left()).not.toBe(before)
  })
})

test('a rate limit in a stream is no pause: the reply streams again after the wait that the server asked for', async () => {
  const opened: number[] = []
  const running = message(2, { content: 'It ', status: 'streaming', origin: null })
  network.use(
    onQuery('chat', 'messages', () => ({ messages: [message(1), running], path: 0, before: null })),
    onSubscription('chat', 'stream', async (_input, write) => {
      opened.push(performance.now())
      if (opened.length === 1) throw callFailure('too_many_requests', 2)
      write('10', { type: 'text', text: 'weaves.' })
      write('10', { type: 'end', message: message(2, { content: 'It weaves.' }), usage })
    }),
  )
  await open([message(1), running])
  expect(await screen.findByText(/The connection was lost/)).toBeVisible()
  expect(screen.queryByText(/This answer is also open/)).not.toBeInTheDocument()
  await waitFor(() => expect(bubbles()[1]).toContain('It weaves.'), { timeout: 6_000 })
  expect((opened[1] ?? 0) - (opened[0] ?? 0)).toBeGreaterThanOrEqual(1_990)
})

test('a stream that is refused with 429 waits as long as the response to the next call asks', async () => {
  const opened: number[] = []
  const running = message(2, { content: 'It ', status: 'streaming', origin: null })
  let isLimited = true
  network.use(
    http.get(
      '*/api/trpc/chat.stream',
      () => {
        opened.push(performance.now())
        return new HttpResponse(null, { status: 429, headers: { 'Retry-After': '1' } })
      },
      { once: true },
    ),
    onQuery('chat', 'messages', () => {
      if (isLimited) {
        isLimited = false
        throw callFailure('too_many_requests', 1)
      }
      return { messages: [message(1), running], path: 0, before: null }
    }),
    onSubscription('chat', 'stream', async (_input, write) => {
      opened.push(performance.now())
      write('10', { type: 'text', text: 'weaves.' })
      write('10', { type: 'end', message: message(2, { content: 'It weaves.' }), usage })
    }),
  )
  await open([message(1), running])
  expect(await screen.findByText(/The connection was lost/)).toBeVisible()
  await waitFor(() => expect(bubbles()[1]).toContain('It weaves.'), { timeout: 6_000 })
  expect(opened).toHaveLength(2)
  // the back-off of 0.7 s, then the wait of 1 s
  expect((opened[1] ?? 0) - (opened[0] ?? 0)).toBeGreaterThanOrEqual(1_690)
})

test('stores an unsent question across reloads and resends it under the same id', async () => {
  const ids: string[] = []
  network.use(
    ...onSend(({ clientId }) => {
      ids.push(clientId)
      throw callFailure('unavailable')
    }),
  )
  const { unmount } = await open([])
  await userEvent.type(field(), 'Hello?{Enter}')
  expect(await screen.findByText(/^Error sending message/)).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('This message may not have been sent.')
  expect(field()).toHaveValue('')
  await userEvent.type(field(), 'Well?{Enter}')
  await waitFor(() => expect(ids).toHaveLength(2))
  expect(bubbles()).toEqual([expect.stringContaining('Hello?')])
  unmount()
  await open([])
  await waitFor(() => expect(bubbles()).toEqual(['Hello?']))
  answering(['Yes.'])
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(bubbles()[1]).toContain('Yes.'))
  expect(bubbles()).toHaveLength(2)
  expect(readDraft(id)).toMatchObject({ text: 'Well?', outgoing: null })
})

test('a question refused while another tab has a running reply says so, and can be sent again', async () => {
  network.use(
    ...onSend(() => ({ error: 'busy' as const, replyId: message(4).id })),
    onQuery('chat', 'messages', () => ({ messages: [message(3), message(4)], path: 0, before: null })),
  )
  await open([])
  await userEvent.type(field(), 'Asked in this tab{Enter}')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('An answer is still being written.'))
  expect(bubbles()).toEqual([expect.any(String), expect.any(String), expect.stringContaining('Asked in this tab')])
  network.use(
    ...onSend(({ clientId, content }) => ({
      error: null,
      question: message(5, { content, clientId }),
      reply: message(6, { content: 'Yes.' }),
      path: 0,
      usage,
    })),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(bubbles()[3]).toContain('Yes.'))
  expect(bubbles()).toHaveLength(4)
})

test('the text of an edit survives a reload beside the draft', async () => {
  const messages = [message(1), message(2)]
  const { unmount } = await open(messages)
  await userEvent.type(field(), 'Half a thought')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }))
  await userEvent.clear(field())
  await userEvent.type(field(), 'What is a loom?')
  unmount()
  const again = await open(messages)
  await waitFor(() => expect(field()).toHaveValue('Half a thought\nWhat is a loom?'))
  again.unmount()
})

test('a draft survives a reload', async () => {
  const { unmount } = await open([])
  await userEvent.type(field(), 'Half a thou')
  unmount()
  await open([])
  await waitFor(() => expect(field()).toHaveValue('Half a thou'))
})

test('at the quota limit, shows the renewal date but still sends messages, so that distress reaches the server', async () => {
  const sent: string[] = []
  const usedUp = { ...usage, used: 10_000 }
  network.use(
    ...onSend(({ content }) => {
      sent.push(content)
      return { error: 'limit_reached' as const, usage: usedUp }
    }),
  )
  await open([message(1), message(2)], { usage: usedUp })
  expect(screen.getByText('This month’s tokens are used up')).toBeVisible()
  expect(screen.getAllByText(/December 1, 2026/).length).toBeGreaterThan(0)
  await userEvent.type(field(), 'More{Enter}')
  expect(await screen.findByText('Not sent: this month’s tokens are used up.')).toBeVisible()
  await userEvent.type(field(), 'I want to die{Enter}')
  await waitFor(() => expect(sent).toEqual(['More', 'I want to die']))
})

test.each([
  ['stopped', 'model', 'Stopped'],
  ['interrupted', 'model', 'Interrupted. What was written is kept; try again for the rest.'],
  ['failed', 'model', 'The answer broke off. What was written is kept.'],
  ['done', 'fallback', 'Stand-in answer'],
] as const)('labels a reply that is %s (%s) and offers a retry', async (status, origin, text) => {
  network.use(onMutation('chat', 'retry', () => ({ error: null, reply: message(4, { content: 'Better.' }), path: 0, usage })))
  await open([message(1), message(2, { status, origin })])
  expect(await screen.findByText(text)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(bubbles()[1]).toContain('Better.'))
  expect(bubbles()).toHaveLength(2)
})

test('editing a question hides the messages after it, shows the version switch, and keeps the draft', async () => {
  network.use(
    onMutation('chat', 'edit', ({ messageId, clientId, content }) => {
      expect(messageId).toBe(message(1).id)
      const version = { of: messageId, number: 2, count: 2, previous: messageId, next: null }
      const question = message(5, { content, clientId, version })
      return { error: null, question, reply: message(6, { content: 'Again.' }), path: 1, usage }
    }),
  )
  await open([message(1), message(2), message(3), message(4)])
  await userEvent.type(field(), 'aside')
  await userEvent.click((await screen.findAllByRole('button', { name: 'Edit and send again' }))[0] as HTMLElement)
  expect(field()).toHaveValue('text 1')
  await userEvent.type(field(), '!{Enter}')
  await waitFor(() => expect(bubbles()).toHaveLength(2))
  expect(bubbles()[0]).toContain('text 1!')
  expect(bubbles()[1]).toContain('Again.')
  expect(screen.getByRole('group', { name: 'Versions of this question' })).toHaveTextContent('2 of 2')
  expect(field()).toHaveValue('aside')
})

const [firstId, secondId] = [message(1).id, message(5).id]
const versioned = (number: 1 | 2) => {
  const version = { of: firstId, number, count: 2, previous: number === 2 ? firstId : null, next: number === 1 ? secondId : null }
  return number === 1
    ? [message(1, { version }), message(2), message(3), message(4)]
    : [message(5, { version, content: 'text 1, better' }), message(6)]
}
const way = (name: string) => screen.getByRole('button', { name })

test('the version switch works by keyboard, keeps the focus, and shows the version number', async () => {
  const requests: string[] = []
  network.use(
    onMutation('chat', 'showVersion', ({ messageId }) => {
      requests.push(messageId)
      const page = { messages: versioned(messageId === firstId ? 1 : 2), path: requests.length, before: null }
      return { error: null, page }
    }),
  )
  await open(versioned(2))
  const previous = await screen.findByRole('button', { name: 'Previous version' })
  expect(way('Next version')).toHaveAttribute('aria-disabled', 'true')
  previous.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(bubbles()).toHaveLength(4))
  expect(screen.getByRole('group', { name: 'Versions of this question' })).toHaveTextContent('1 of 2')
  expect(way('Previous version')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(requests).toEqual([firstId])
  await userEvent.tab()
  expect(way('Next version')).toHaveFocus()
  await userEvent.keyboard(' ')
  await waitFor(() => expect(bubbles()).toHaveLength(2))
  expect(bubbles()[0]).toContain('text 1, better')
  expect(requests).toEqual([firstId, secondId])
})

test('a failed version switch shows the reason, or the current messages if they changed elsewhere', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let path = 0
  let refusal: 'busy' | 'failed' | 'on_other_branch' = 'busy'
  network.use(
    onMutation('chat', 'showVersion', () => {
      if (refusal === 'failed') throw callFailure('unavailable')
      return refusal === 'busy' ? { error: 'busy' as const, replyId: message(6).id } : { error: 'on_other_branch' as const }
    }),
    onQuery('chat', 'messages', () => ({ messages: path === 0 ? versioned(2) : [message(7), message(8)], path, before: null })),
  )
  await open(versioned(2))
  await userEvent.click(await screen.findByRole('button', { name: 'Previous version' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('An answer is being written')
  refusal = 'failed'
  await userEvent.click(way('Previous version'))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('We could not load the other version'))
  expect(bubbles()).toHaveLength(2)
  refusal = 'on_other_branch'
  path = 2
  await userEvent.click(way('Previous version'))
  expect(await screen.findByText('The conversation was changed elsewhere. This is how it looks now.')).toBeVisible()
  await waitFor(() => expect(bubbles()[0]).toContain('text 7'))
})

test('trying an answer again shows the next version, and an edit that was begun goes on with it', async () => {
  const edits: string[] = []
  network.use(
    onMutation('chat', 'retry', () => {
      const [question] = versioned(2)
      return { error: null, question, reply: message(6, { content: 'Better.' }), path: 1, usage }
    }),
    onMutation('chat', 'edit', ({ messageId, clientId, content }) => {
      edits.push(messageId)
      const version = { of: firstId, number: 3, count: 3, previous: secondId, next: null }
      const question = message(7, { content, clientId, version })
      return { error: null, question, reply: message(8, { content: 'Again.' }), path: 2, usage }
    }),
  )
  await open([message(1), message(2)])
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }))
  await userEvent.type(field(), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(bubbles()[1]).toContain('Better.'))
  expect(bubbles()).toHaveLength(2)
  expect(screen.getByRole('group', { name: 'Versions of this question' })).toHaveTextContent('2 of 2')
  expect(field()).toHaveValue('text 1!')
  await userEvent.type(field(), '{Enter}')
  await waitFor(() => expect(bubbles()[1]).toContain('Again.'))
  expect(edits).toEqual([secondId])
})

test.each([
  ['stopped', 'model'],
  ['interrupted', null],
  ['failed', 'model'],
  ['done', 'fallback'],
] as const)('a reply that is %s (%s) leads to the earlier version with its answer', async (status, origin) => {
  const { matchMedia } = window
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(matchMedia(media), { matches: media === '(pointer: fine)' }))
  network.use(
    onMutation('chat', 'showVersion', ({ messageId }) => {
      expect(messageId).toBe(firstId)
      return { error: null, page: { messages: versioned(1).slice(0, 2), path: 2, before: null } }
    }),
  )
  const [question] = versioned(2)
  await open(question ? [question, message(6, { status, origin })] : [])
  expect(await screen.findByText('The earlier version, with its answer, is kept.')).toBeVisible()
  await userEvent.click(way('Show it'))
  await waitFor(() => expect(bubbles()[1]).toContain('text 2'))
  expect(screen.queryByText('The earlier version, with its answer, is kept.')).not.toBeInTheDocument()
  expect(field()).toHaveFocus()
})

test('disables the version switch while a question is being edited', async () => {
  const requests = vi.fn()
  network.use(
    onMutation('chat', 'showVersion', () => {
      requests()
      return { error: 'on_other_branch' as const }
    }),
  )
  await open([...versioned(2)])
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }))
  expect(screen.getByText('You are editing an earlier question. The one you sent stays, with what followed it.')).toBeVisible()
  await userEvent.click(way('Previous version'))
  expect(way('Previous version')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(way('Previous version')).toHaveAttribute('aria-disabled', 'false')
  expect(requests).not.toHaveBeenCalled()
})

test('keeps a question refused because the path changed elsewhere, and loads the current path', async () => {
  const paths: (number | undefined)[] = []
  network.use(
    ...onSend(({ path, clientId, content }) => {
      paths.push(path)
      if (path !== 2) return { error: 'moved' as const }
      return { error: null, question: message(7, { content, clientId }), reply: message(8), path, usage }
    }),
    onQuery('chat', 'messages', () => ({ messages: versioned(1), path: 2, before: null })),
  )
  await open(versioned(2))
  await userEvent.type(field(), 'And then?{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('You chose another version of a question elsewhere')
  expect(bubbles()).toHaveLength(5)
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(bubbles()).toHaveLength(6))
  expect(paths).toEqual([0, 2])
})

test('an edit of a question replaced elsewhere shows the replacement, and can be resent as a new question', async () => {
  network.use(
    onMutation('chat', 'edit', () => {
      throw callFailure('not_found')
    }),
    onQuery('chat', 'messages', () => ({ messages: [message(3, { content: 'Other' }), message(4)], path: 0, before: null })),
    ...onSend(({ clientId, content }) => ({
      error: null,
      question: message(5, { content, clientId }),
      reply: message(6, { content: 'Again.' }),
      path: 0,
      usage,
    })),
  )
  await open([message(1), message(2)])
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }))
  await userEvent.type(field(), '!{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('was changed elsewhere')
  expect(bubbles()[0]).toContain('Other')
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(bubbles()).toHaveLength(4))
  expect(bubbles()[2]).toContain('text 1!')
  expect(bubbles()[3]).toContain('Again.')
})

test('a failed edit can be resent as the same edit', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const edited: string[] = []
  network.use(
    onMutation('chat', 'edit', ({ messageId }) => {
      edited.push(messageId)
      throw callFailure('not_found')
    }),
    onQuery('chat', 'messages', () => {
      throw callFailure('unavailable')
    }),
  )
  await open([message(1), message(2)])
  await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }))
  await userEvent.type(field(), '!{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('This message may not have been sent')
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(edited).toEqual([message(1).id, message(1).id]))
})

test('keeps the text and offers sign-in after the session has ended', async () => {
  network.use(
    ...onSend(() => {
      throw callFailure('unauthorized')
    }),
  )
  await open([])
  await userEvent.type(field(), 'Hello?{Enter}')
  const link = await screen.findByRole('link', { name: 'Sign in' })
  expect(link).toHaveAttribute('href', expect.stringContaining(encodeURIComponent(`/chat/${id}`)))
  expect(readDraft(id).outgoing?.content).toBe('Hello?')
})

test('a draft survives a sign-out in another tab and the next sign-in, which loads the page again', async () => {
  const signedIn = (id: string) => ({ auth: createSessionStore({ id, email: 'ana@example.com', name: 'Ana', expiresAt: 4e9 }) })
  const { unmount } = await open([], signedIn('1'))
  await userEvent.type(field(), 'Half a thou')
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'duo.auth', newValue: `signed_out ${Date.now()}` }))
  expect(readDraft(id).text).toBe('')
  unmount()
  const { unmount: leave } = await open([], signedIn('2'))
  expect(field()).toHaveValue('')
  leave()
  await open([], signedIn('1'))
  await waitFor(() => expect(field()).toHaveValue('Half a thou'))
})

test('stops a running reply on request', async () => {
  const running = message(2, { content: 'It weav', status: 'streaming', origin: null })
  let finish = () => {}
  const stopped = new Promise<void>((resolve) => {
    finish = resolve
  })
  network.use(
    onSubscription('chat', 'stream', () => stopped),
    onMutation('chat', 'stop', () => ({ message: message(2, { content: 'It weav', status: 'stopped' }) })),
  )
  await open([message(1), running])
  await userEvent.click(await screen.findByRole('button', { name: 'Stop the answer' }))
  expect(await screen.findByText('Stopped')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send message' })).toBeDisabled()
  finish()
})

test('shows the new reply when the response to a retry is lost', async () => {
  network.use(
    onMutation('chat', 'retry', () => {
      throw callFailure('unavailable')
    }),
    onQuery('chat', 'messages', () => ({ messages: [message(1), message(4, { content: 'Better.' })], path: 0, before: null })),
  )
  await open([message(1), message(2, { status: 'stopped' })])
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(bubbles()[1]).toContain('Better.'))
  expect(bubbles()).toHaveLength(2)
  expect(screen.queryByText('Stopped')).not.toBeInTheDocument()
  expect(screen.queryByText(/^Error sending message/)).not.toBeInTheDocument()
})

test.each(['read', 'lost'] as const)('a failed retry shows an error and can be repeated (refetch %s)', async (then) => {
  const stored = [message(1), message(2, { status: 'stopped' })]
  network.use(
    onMutation('chat', 'retry', () => {
      throw callFailure('unavailable')
    }),
    onQuery('chat', 'messages', () => {
      if (then === 'lost') throw callFailure('unavailable')
      return { messages: stored, path: 0, before: null }
    }),
  )
  await open(stored)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^Error sending message/)).toBeVisible()
  network.use(onMutation('chat', 'retry', () => ({ error: null, reply: message(4, { content: 'Better.' }), path: 0, usage })))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(bubbles()[1]).toContain('Better.'))
})

test.each([
  ['done', 'fallback', usage],
  ['failed', 'model', usage],
  ['done', 'fallback', { ...usage, used: 10_000 }],
] as const)(
  'a reply that is %s (%s) can be answered from the notes, by keyboard, also at the limit (%o)',
  async (status, origin, left) => {
    const inputs: unknown[] = []
    network.use(
      onMutation('chat', 'retry', (input) => {
        inputs.push(input)
        return { error: null, reply: message(4, { content: 'From the notes.', origin: 'offline' }), path: 0, usage: left }
      }),
    )
    const failed = message(2, { content: 'The engine rests.', status, origin })
    await open([message(1), failed], { usage: left })
    const isSpent = left.used === left.limit
    const notes = await screen.findByRole('button', { name: 'Reply from the notes' })
    expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(isSpent ? 0 : 1)
    if (!isSpent) {
      screen.getByRole('button', { name: 'Try again' }).focus()
      await userEvent.tab()
      expect(notes).toHaveFocus()
    }
    notes.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(bubbles()[1]).toContain('From the notes.'))
    expect(inputs).toEqual([{ messageId: failed.id, from: 'notes' }])
    expect(screen.queryByRole('button', { name: 'Reply from the notes' })).not.toBeInTheDocument()
  },
)

test('only the last reply that failed offers the notes, and while it waits the persona is thinking', async () => {
  const failed = { content: 'The engine rests.', origin: 'fallback' } as const
  network.use(onMutation('chat', 'retry', () => new Promise<never>(() => {})))
  await open([message(1), message(2, failed), message(3), message(4, failed)])
  await userEvent.click(await screen.findByRole('button', { name: 'Reply from the notes' }))
  expect(await screen.findByText('Ada Lovelace is thinking', { selector: 'p span' })).toBeVisible()
})

test('shows the final reply when the response to a stop is lost', async () => {
  const running = message(2, { content: 'It weav', status: 'streaming', origin: null })
  const ended = Promise.withResolvers<void>()
  network.use(
    onSubscription('chat', 'stream', () => ended.promise),
    onMutation('chat', 'stop', () => {
      throw callFailure('unavailable')
    }),
    onQuery('chat', 'messages', () => ({
      messages: [message(1), message(2, { content: 'It weav', status: 'stopped' })],
      path: 0,
      before: null,
    })),
  )
  await open([message(1), running])
  await userEvent.click(await screen.findByRole('button', { name: 'Stop the answer' }))
  expect(await screen.findByText('Stopped')).toBeVisible()
  ended.resolve()
})

test.each(['retry', 'stop', 'messages'] as const)('signs the page out when %s reports an ended session', async (call) => {
  const signedOut = () => {
    throw callFailure('unauthorized')
  }
  network.use(
    onMutation('chat', 'retry', signedOut),
    onMutation('chat', 'stop', signedOut),
    onQuery('chat', 'messages', signedOut),
    onSubscription('chat', 'stream', async () => 'cut'),
  )
  const auth = createSessionStore({ id: '1', email: 'ana@example.com', name: 'Ana', expiresAt: 2_000_000_000 })
  const status = call === 'retry' ? 'stopped' : 'streaming'
  await open([message(1), message(2, { content: 'It ', status })], { auth })
  if (call === 'retry') await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  if (call === 'stop') await userEvent.click(await screen.findByRole('button', { name: 'Stop the answer' }))
  await waitFor(() => expect(auth.get().status).toBe('signed_out'))
})

test('a conversation deleted during a reply stays readable, stops waiting, and accepts no questions until restored', async () => {
  network.use(
    onSubscription('chat', 'stream', async (_input, write) => {
      write('9', { type: 'text', text: 'weaves' })
      return 'cut'
    }),
    onQuery('chat', 'messages', () => {
      throw callFailure('not_found')
    }),
  )
  await open([message(1), message(2, { content: 'It ', status: 'streaming', origin: null })])
  expect(await screen.findByText(/^This conversation no longer exists and cannot continue\./)).toBeVisible()
  expect(screen.queryByText(/The connection was lost/)).not.toBeInTheDocument()
  expect(bubbles()[1]).toContain('It weaves')
  await userEvent.type(field(), 'And now?{Enter}')
  expect(screen.getByRole('button', { name: 'Send message' })).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  network.use(
    onQuery('chat', 'messages', () => ({
      messages: [message(1), message(2, { content: 'It weaves', status: 'stopped' })],
      path: 0,
      before: null,
    })),
  )
  window.dispatchEvent(new Event('focus'))
  expect(await screen.findByText('Stopped')).toBeVisible()
  expect(screen.queryByText(/no longer exists/)).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Send message' })).toBeEnabled()
})

test('the header names the agent and links to the marketplace', async () => {
  await open([])
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible()
  expect(header.getByText('AL')).toBeVisible()
  expect(header.getByText('Talk about engines.')).toBeVisible()
  expect(header.getByRole('link', { name: 'Back to Marketplace' })).toHaveAttribute('href', '/marketplace')
})

test('Enter during a reply shows and announces crisis help at once, and keeps any other text in the field', async () => {
  const help = message(4, { content: 'You are not alone.', origin: 'help' })
  let sent: string[] = []
  network.use(
    onSubscription('chat', 'stream', () => new Promise(() => {})),
    ...onSend(({ clientId, content }) => {
      sent = [...sent, content]
      if (content !== 'I want to die') return { error: 'busy' as const, replyId: message(2).id }
      return { error: null, question: message(3, { content, clientId }), reply: help, path: 0, usage }
    }),
  )
  await open([message(1), message(2, { content: 'It we', status: 'streaming', origin: null })])
  await userEvent.type(field(), 'And a loom?{Enter}')
  await waitFor(() => expect(sent).toEqual(['And a loom?']))
  expect(field()).toHaveValue('And a loom?')
  expect(bubbles()).toHaveLength(2)
  await userEvent.clear(field())
  await userEvent.type(field(), 'I want to die{Enter}')
  await waitFor(() => expect(bubbles()[3]).toContain('You are not alone.'))
  expect(field()).toHaveValue('')
  expect(screen.getByText('Duo answered: You are not alone.')).toBeInTheDocument()
})

test('a reply to a message that may be about distress has a line that leads to the page of helplines', async () => {
  await open([message(1), message(2, { content: 'I have no evidence.', help: 'violence' })])
  const link = await screen.findByRole('link', { name: 'there are people to talk to.' })
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/help(?:\?region=[a-z]{2})?#violence$/))
  expect(screen.queryByRole('button', { name: 'This was not about me' })).not.toBeInTheDocument()
})

test('“This was not about me” replaces help by the persona’s reply', async () => {
  let declined = ''
  network.use(
    onSubscription('chat', 'stream', () => new Promise(() => {})),
    onMutation('chat', 'notAboutMe', ({ messageId }) => {
      declined = messageId
      return { error: null, reply: message(4, { content: 'The engine', status: 'streaming', origin: null }), path: 0, usage }
    }),
  )
  const help = message(2, { content: 'You are not alone.', origin: 'help', help: 'suicide' })
  await open([message(1), help])
  await userEvent.click(await screen.findByRole('button', { name: 'This was not about me' }))
  await waitFor(() => expect(bubbles()[1]).toContain('The engine'))
  expect(declined).toBe(help.id)
  expect(screen.queryByText('You are not alone.')).not.toBeInTheDocument()
})

test('help that ends has no button, and is no persona’s', async () => {
  await open([message(1), message(2, { content: 'Thank you for telling me.', origin: 'help', help: 'over' })])
  await waitFor(() => expect(bubbles()[1]).toMatch(/^Duo: Thank you/))
  expect(screen.queryByRole('button', { name: 'This was not about me' })).not.toBeInTheDocument()
})

describe('a message of distress', () => {
  const help = (clientId: string, content: string) => ({
    error: null,
    question: message(5, { content, clientId }),
    reply: message(6, { content: 'You are not alone.', origin: 'help' }),
    path: 0,
    usage,
  })
  const running = [message(1), message(2, { content: 'It we', status: 'streaming', origin: null })]
  const neverEnds = () => network.use(onSubscription('chat', 'stream', () => new Promise(() => {})))

  /** The server stores the message, but its response is lost. */
  function loseResponse(earlier: Message[]) {
    let stored: Message[] = []
    network.use(
      ...onSend(({ clientId, content }) => {
        const { question, reply } = help(clientId, content)
        stored = [question, reply]
        throw callFailure('unavailable')
      }),
      onQuery('chat', 'messages', () => ({ messages: [...earlier, ...stored], path: 0, before: null })),
    )
  }

  test('is sent although an earlier question failed', async () => {
    network.use(
      ...onSend(({ clientId, content }) => {
        if (content === 'I want to die') return help(clientId, content)
        throw callFailure('too_many_requests')
      }),
    )
    await open([])
    await userEvent.type(field(), 'Who is Byron?{Enter}')
    expect(await screen.findByText(/^You are sending messages too quickly/)).toBeVisible()
    await userEvent.type(field(), 'I want to die{Enter}')
    await waitFor(() => expect(bubbles().join()).toContain('You are not alone.'))
    expect(bubbles().join()).toContain('Who is Byron?')
    expect(field()).toHaveValue('')
  })

  test('is sent as an edit while a reply is running', async () => {
    neverEnds()
    const edits: string[] = []
    network.use(
      onMutation('chat', 'retry', () => ({
        error: null,
        reply: { ...running[1], id: message(4).id, seq: 4 } as Message,
        path: 0,
        usage,
      })),
      onMutation('chat', 'edit', ({ clientId, content }) => {
        edits.push(content)
        return { ...help(clientId, content), path: 1 }
      }),
      onQuery('chat', 'messages', () => {
        const { question, reply } = help('client', 'I want to die')
        return { messages: [question, reply], path: 1, before: null }
      }),
    )
    await open([message(1), message(2)])
    await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }))
    await userEvent.clear(field())
    await userEvent.type(field(), 'I want to die')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Stop the answer' })
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(bubbles().join()).toContain('You are not alone.'))
    expect(edits).toEqual(['I want to die'])
    expect(field()).toHaveValue('')
  })

  test.each([
    ['I want to die', 'help', 0],
    ['And a loom?', 'model', 1],
  ] as const)(
    'is sent while a retry is under way (“%s”, answered by %s), and the overtaken retry shows %i errors',
    async (text, origin, errors) => {
      const overtaken = Promise.withResolvers<void>()
      const stopped = [message(1), message(2, { content: 'It ', status: 'stopped' })]
      const reply = message(6, { content: 'You are not alone.', origin })
      let refetched = 0
      network.use(
        onMutation('chat', 'retry', async () => {
          await overtaken.promise
          return { error: 'not_last' as const }
        }),
        ...onSend(({ clientId, content }) => ({ ...help(clientId, content), reply })),
        onQuery('chat', 'messages', () => {
          refetched++
          return { messages: [...stopped, message(5, { content: text }), reply], path: 0, before: null }
        }),
      )
      await open(stopped)
      await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
      await userEvent.type(field(), `${text}{Enter}`)
      await waitFor(() => expect(bubbles().join()).toContain('You are not alone.'))
      expect(field()).toHaveValue('')
      overtaken.resolve()
      await waitFor(() => expect(refetched).toBeGreaterThan(0))
      await waitFor(() => expect(screen.queryAllByRole('alert')).toHaveLength(errors))
    },
  )

  test('is sent once when Enter is pressed three times, and later text stays in the field', async () => {
    neverEnds()
    const sent: string[] = []
    const arrived = Promise.withResolvers<void>()
    network.use(
      ...onSend(async ({ clientId, content }) => {
        sent.push(content)
        await arrived.promise
        return help(clientId, content)
      }),
    )
    await open(running)
    await userEvent.type(field(), 'I want to die{Enter}{Enter}{Enter} please help')
    arrived.resolve()
    await waitFor(() => expect(bubbles().join()).toContain('You are not alone.'))
    expect(sent).toEqual(['I want to die'])
    expect(field()).toHaveValue('please help')
  })

  test('is sent while another message is in flight, which can be resent if it fails', async () => {
    neverEnds()
    const slow = Promise.withResolvers<void>()
    const ids: string[] = []
    network.use(
      ...onSend(async ({ clientId, content }) => {
        if (content === 'I want to die') return help(clientId, content)
        ids.push(clientId)
        if (ids.length > 1) return help(clientId, content)
        await slow.promise
        throw callFailure('too_many_requests')
      }),
    )
    await open(running)
    await userEvent.type(field(), 'And a loom?{Enter}')
    await userEvent.clear(field())
    await userEvent.type(field(), 'I want to die{Enter}')
    await waitFor(() => expect(bubbles().join()).toContain('You are not alone.'))
    expect(field()).toHaveValue('')
    slow.resolve()
    expect(await screen.findByRole('alert')).toHaveTextContent('You are sending messages too quickly.')
    await userEvent.type(field(), 'And a loom?{Enter}')
    await waitFor(() => expect(field()).toHaveValue(''))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(new Set(ids).size).toBe(1)
  })

  test('shows its help when the response is lost during a running reply', async () => {
    neverEnds()
    loseResponse(running)
    await open(running)
    await userEvent.type(field(), 'I want to die{Enter}')
    await waitFor(() => expect(bubbles().join()).toContain('You are not alone.'))
    await waitFor(() => expect(field()).toHaveValue(''))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows an error when sending fails, and is resent under the same id', async () => {
    neverEnds()
    const ids: string[] = []
    network.use(
      ...onSend(({ clientId, content }) => {
        ids.push(clientId)
        if (ids.length === 1) throw callFailure('unavailable')
        return help(clientId, content)
      }),
      onQuery('chat', 'messages', () => {
        throw callFailure('unavailable')
      }),
    )
    await open(running)
    await userEvent.type(field(), 'I want to die{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('This message may not have been sent.')
    expect(field()).toHaveValue('I want to die')
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(bubbles().join()).toContain('You are not alone.'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(new Set(ids).size).toBe(1)
  })

  test('shows its help when the response is lost, without a resend', async () => {
    loseResponse([])
    await open([])
    await userEvent.type(field(), 'I want to die{Enter}')
    await waitFor(() => expect(bubbles()).toHaveLength(2))
    expect(bubbles()[1]).toContain('You are not alone.')
    expect(screen.queryByText(/may not have been sent/)).toBeNull()
  })
})

describe('a message whose response was lost', () => {
  /** The first message is stored without a response, and the conversation cannot be loaded; later ones are answered. */
  function loseFirst(earlier: Message[] = []) {
    const ids: string[] = []
    const stored: Message[] = []
    let isReachable = false
    network.use(
      ...onSend(({ clientId, content }) => {
        ids.push(clientId)
        const question = message(5, { content, clientId })
        const reply = message(6, { content: 'You are not alone.', origin: 'help' })
        if (ids.length > 1) return { error: null, question, reply, path: 0, usage }
        stored.push(question, reply)
        throw callFailure('unavailable')
      }),
      onQuery('chat', 'messages', () => {
        if (!isReachable) throw callFailure('unavailable')
        return { messages: [...earlier, ...stored], path: 0, before: null }
      }),
    )
    const reconnect = () => {
      isReachable = true
    }
    return { ids, stored, reconnect }
  }
  const running = [message(1), message(2, { content: 'It we', status: 'streaming', origin: null })]

  test('is the same message when it is sent from the field again, and a later one with the same text is not', async () => {
    const { ids } = loseFirst()
    await open([])
    await userEvent.type(field(), 'Hello?{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the field' }))
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(bubbles()).toHaveLength(2))
    expect(new Set(ids).size).toBe(1)
    await userEvent.type(field(), 'Hello?{Enter}')
    await waitFor(() => expect(ids).toHaveLength(3))
    expect(new Set(ids).size).toBe(2)
  })

  test('is the same message after the reply during which it was sent', async () => {
    let endReply = () => {}
    network.use(
      onSubscription('chat', 'stream', async (_input, write) => {
        await new Promise<void>((resolve) => {
          endReply = resolve
        })
        write('9', {
          type: 'end',
          message: { ...running[1], status: 'done', content: 'It weaves.', origin: 'model' } as Message,
          usage,
        })
      }),
    )
    const { ids } = loseFirst(running)
    await open(running)
    await userEvent.type(field(), 'I want to die{Enter}')
    expect(await screen.findByRole('alert')).toBeVisible()
    endReply()
    await waitFor(() => expect(bubbles()[1]).toContain('It weaves.'))
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(bubbles().join()).toContain('You are not alone.'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('leaves the field once the conversation shows it, also after a reload', async () => {
    network.use(onSubscription('chat', 'stream', () => new Promise(() => {})))
    const { stored, reconnect } = loseFirst(running)
    const { unmount } = await open(running)
    await userEvent.type(field(), 'I want to die{Enter}')
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(field()).toHaveValue('I want to die')
    unmount()
    await open([...running, ...stored])
    await waitFor(() => expect(field()).toHaveValue(''))
    expect(readDraft(id)).toEqual({ text: '', outgoing: null, unconfirmed: [] })
    reconnect()
  })

  test('is found later without cutting the words that were typed meanwhile', async () => {
    const { reconnect } = loseFirst()
    await open([])
    await userEvent.type(field(), 'Hello{Enter}')
    expect(await screen.findByRole('button', { name: 'Back to the field' })).toBeVisible()
    await userEvent.type(field(), 'Hello are you there')
    reconnect()
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(bubbles()).toHaveLength(2))
    expect(field()).toHaveValue('Hello are you there')
  })

  test('is another message once another version of the conversation is shown', async () => {
    const { ids } = loseFirst()
    const { unmount } = await open([])
    await userEvent.type(field(), 'Hello{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the field' }))
    unmount()
    await open([], { path: 1 })
    await waitFor(() => expect(field()).toHaveValue('Hello'))
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(ids).toHaveLength(2))
    expect(new Set(ids).size).toBe(2)
  })

  test('stays an edit when it goes back to the field', async () => {
    const edits: unknown[] = []
    network.use(
      onMutation('chat', 'edit', (input) => {
        edits.push(input)
        throw callFailure('unavailable')
      }),
    )
    await open([message(1), message(2)])
    await userEvent.click(await screen.findByRole('button', { name: 'Edit and send again' }))
    await userEvent.clear(field())
    await userEvent.type(field(), 'What is a loom?{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the field' }))
    expect(field()).toHaveValue('What is a loom?')
    await userEvent.type(field(), '{Enter}')
    await waitFor(() => expect(edits).toHaveLength(2))
    expect(edits[1]).toEqual(edits[0])
  })
})

const nextQuestions = () => screen.queryByRole('list', { name: 'Questions to ask next' })

test('offers the follow-up questions of the last reply only, also by keyboard', async () => {
  answering(['It weaves.'], { next: ['Who paid for it?'] })
  const before = [message(11), message(12, { next: ['Why cards?', 'Who built it?'] })]
  await open(before.map((one, at) => ({ ...one, seq: at - 1 })))
  await screen.findByRole('button', { name: 'Why cards?' })
  screen.getByRole('button', { name: 'Who built it?' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Who paid for it?' })).toBeEnabled()
  expect(bubbles()[2]).toContain('Who built it?')
  expect(screen.queryByRole('button', { name: 'Why cards?' })).toBeNull()
})

test('hides follow-up questions during a reply and disables them at the quota limit', async () => {
  const next = ['Why cards?']
  network.use(onSubscription('chat', 'stream', () => new Promise(() => {})))
  const growing = message(4, { content: 'It we', status: 'streaming', origin: null })
  const { unmount } = await open([message(1), message(2, { next }), message(3), growing])
  await waitFor(() => expect(bubbles()[3]).toContain('It we'))
  expect(nextQuestions()).toBeNull()
  unmount()
  await open([message(1), message(2, { next })], { usage: { ...usage, used: 10_000 } })
  expect(await screen.findByRole('button', { name: 'Why cards?' })).toBeDisabled()
})

test('a citation shows its source on press and focus, closes on Escape, and is left out of copied text', async () => {
  const sources = [{ title: 'Cards', source: 'Notes, 1843' }]
  const user = userEvent.setup()
  await open([message(1), message(2, { content: 'It weaves[1].', sources })])
  const citation = await screen.findByRole('button', { name: 'Source 1' })
  await user.click(citation)
  expect(await screen.findByRole('tooltip')).toHaveTextContent('CardsNotes, 1843')
  expect(citation).toHaveAccessibleDescription('CardsNotes, 1843')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  await user.tab({ shift: true })
  await user.tab()
  expect(citation).toHaveFocus()
  expect(await screen.findByRole('tooltip')).toBeInTheDocument()
  await user.click(screen.getAllByRole('button', { name: 'Copy' }).at(-1) as HTMLElement)
  expect(await navigator.clipboard.readText()).toBe('It weaves.')
})

test('labels a reply of the offline engine while the circuit breaker is open', async () => {
  await open([message(1), message(2, { origin: 'offline', problem: 'resting' })])
  expect(
    await screen.findByText(
      'The language model is paused after errors, so this answer was put together from the notes without it.',
    ),
  ).toBeVisible()
})

test('adds a question asked before sign-in to the composer once, after an unsent draft', async () => {
  sessionStorage.clear()
  saveDraft(id, { text: 'Half a thought' })
  storeQuestion('hypatia', 'For another agent?')
  const { unmount } = await open([])
  const field = () => screen.getByRole('textbox', { name: 'Chat with Ada Lovelace…' })
  expect(field()).toHaveValue('Half a thought')
  unmount()
  storeQuestion('ada-lovelace', 'Who paid?')
  const again = await open([])
  expect(field()).toHaveValue('Half a thought\nWho paid?')
  again.unmount()
  await open([])
  expect(field()).toHaveValue('Half a thought\nWho paid?')
})
