import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuotaExhausted } from '../../rules.ts'
import type { Message, Usage, Version } from '../../schema.ts'
import {
  type ConversationEvent,
  type ConversationState,
  conversationReducer,
  initialConversation,
  type PendingMessage,
} from './conversation-reducer.ts'
import { canSend, toMessageItems } from './message-items.ts'

const usage: Usage = { used: 100, limit: 10_000, renewsAt: '2026-12-01T00:00:00.000Z' }
const at = '2026-11-21T12:00:00.000Z'

const message = (seq: number, overrides: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  seq,
  role: seq % 2 === 1 ? 'user' : 'assistant',
  content: `text ${seq}`,
  created_at: at,
  clientId: seq % 2 === 1 ? `c${seq}` : null,
  status: 'done',
  origin: seq % 2 === 1 ? null : 'offline',
  problem: null,
  sources: [],
  next: [],
  tokens: null,
  ...overrides,
})
const growing = (seq: number, content = '') => message(seq, { content, status: 'streaming' })
const outgoing = (clientId: string, overrides: Partial<PendingMessage> = {}): PendingMessage => ({
  clientId,
  content: 'And then?',
  replaces: null,
  at,
  problem: null,
  ...overrides,
})
const open = (...messages: Message[]) => initialConversation({ messages, path: 0, before: null }, usage)
const after = (state: ConversationState, ...events: ConversationEvent[]) => events.reduce(conversationReducer, state)
const shown = (state: ConversationState) => toMessageItems(state).map(({ key }) => key)
const answered = (
  clientId: string,
  seq: number,
  { path = 0, version }: { path?: number | null; version?: Version } = {},
): ConversationEvent => ({
  type: 'sendSucceeded',
  clientId,
  answer: {
    error: null,
    question: message(seq, { clientId, ...(version && { version }) }),
    reply: growing(seq + 1),
    path,
    usage,
  },
})
const versionOf = (of: string, number: number, count: number): Version => ({ of, number, count, previous: null, next: null })
const text = (id: string, end: number, words: string): ConversationEvent => ({ type: 'text', id, end, text: words })
const end = (ended: Message): ConversationEvent => ({
  type: 'end',
  event: { type: 'end', message: ended, usage: { ...usage, used: 150 } },
})

test('a poll, which brings no HTML, keeps that of the same text and drops that of another', () => {
  const state = open(message(1), message(2, { html: '<p>text 2</p>' }))
  const poll = (content: string) =>
    after(state, { type: 'page', page: { messages: [message(1), message(2, { content })], path: 0, before: null } })
  expect(poll('text 2')).toBe(state)
  expect(poll('text 3').messages.at(-1)).toEqual(message(2, { content: 'text 3' }))
})

describe('a question', () => {
  test('appears at once with a typing indicator, and keeps its key when it is stored', () => {
    const afterSend = after(open(), { type: 'send', outgoing: outgoing('c1') })
    expect(shown(afterSend)).toEqual(['c1', 'typing'])
    expect(canSend(afterSend)).toBe(false)
    const taken = after(afterSend, answered('c1', 1))
    expect(shown(taken)).toEqual(['c1', 'm2'])
    expect(taken.outgoing).toBeNull()
    expect(taken.live).toMatchObject({ id: 'm2', text: '', connection: 'connecting' })
    expect(canSend(taken)).toBe(false)
  })

  test('appears once if a resend is answered twice', () => {
    const taken = after(open(), { type: 'send', outgoing: outgoing('c1') }, answered('c1', 1), answered('c1', 1))
    expect(shown(taken)).toEqual(['c1', 'm2'])
  })

  test('keeps the reason for a refusal, and does not block another question', () => {
    const refused = after(
      open(),
      { type: 'send', outgoing: outgoing('c1') },
      { type: 'refused', clientId: 'c1', problem: 'failed' },
    )
    expect(refused.outgoing).toMatchObject({ content: 'And then?', problem: 'failed' })
    expect(shown(refused)).toEqual(['c1'])
    expect(canSend(refused)).toBe(true)
    expect(after(refused, { type: 'discardUnsent' }).outgoing).toBeNull()
  })

  test('cannot be discarded while it is being sent', () => {
    const afterSend = after(open(), { type: 'send', outgoing: outgoing('c1') })
    expect(after(afterSend, { type: 'discardUnsent' }).outgoing).not.toBeNull()
  })

  test('is found in a refetched page if only its response was lost', () => {
    const lost = after(open(), { type: 'send', outgoing: outgoing('c1') }, { type: 'refused', clientId: 'c1', problem: 'failed' })
    const read = after(lost, { type: 'page', page: { messages: [message(1), growing(2, 'Once')], path: 0, before: null } })
    expect(read.outgoing).toBeNull()
    expect(shown(read)).toEqual(['c1', 'm2'])
    expect(read.live).toMatchObject({ id: 'm2', text: 'Once' })
  })

  test('is kept at the quota limit, and updates the usage', () => {
    const full = { ...usage, used: 10_000 }
    const refused = after(
      open(),
      { type: 'send', outgoing: outgoing('c1') },
      { type: 'sendSucceeded', clientId: 'c1', answer: { error: 'limit_reached', usage: full } },
    )
    expect(refused.outgoing?.problem).toBe('limit')
    expect(isQuotaExhausted(refused.usage)).toBe(true)
    expect(isQuotaExhausted({ ...usage, limit: 'unlimited' })).toBe(false)
  })

  test('is refused and kept while another tab has a running reply', () => {
    const refused = after(
      open(),
      { type: 'send', outgoing: outgoing('c3') },
      { type: 'sendSucceeded', clientId: 'c3', answer: { error: 'busy', replyId: 'm2' } },
    )
    expect(refused.outgoing?.problem).toBe('busy')
  })
})

describe('an edited question', () => {
  const state = open(message(1), message(2), message(3), message(4))
  test('replaces the old version and the messages after it', () => {
    const afterSend = after(state, { type: 'send', outgoing: outgoing('c5', { replaces: 'm3' }) })
    expect(shown(afterSend)).toEqual(['c1', 'm2', 'm3', 'typing'])
    const taken = after(afterSend, answered('c5', 5, { path: 1, version: versionOf('m3', 2, 2) }))
    expect(shown(taken)).toEqual(['c1', 'm2', 'm3', 'm6'])
    expect(taken).toMatchObject({ path: 1, isStale: false, outgoing: null, live: { id: 'm6' } })
    expect(taken.messages[2]).toMatchObject({ id: 'm5', version: { number: 2 } })
  })
  test('causes a refetch if another device switched versions before it was stored', () => {
    const afterSend = after(state, { type: 'send', outgoing: outgoing('c5', { replaces: 'm3' }) })
    for (const path of [3, null]) {
      const taken = after(afterSend, answered('c5', 5, { path, version: versionOf('m3', 2, 2) }))
      expect(taken).toMatchObject({ path: 0, isStale: true, outgoing: null, messages: state.messages })
    }
    // the question was hidden, so its help is stored as a new question
    expect(after(afterSend, answered('c5', 5, { path: 1 }))).toMatchObject({ isStale: true, messages: state.messages })
  })
  test('changes nothing if it is refused', () => {
    const refused = after(
      state,
      { type: 'send', outgoing: outgoing('c5', { replaces: 'm3' }) },
      { type: 'refused', clientId: 'c5', problem: 'too_many' },
    )
    expect(shown(refused)).toEqual(['c1', 'm2', 'c3', 'm4', 'c5'])
  })
})

describe('a reply', () => {
  const state = open(message(1), growing(2))
  test('grows by new text only, despite repeated chunks', () => {
    const grown = after(state, text('m2', 4, 'Once'), text('m2', 4, 'Once'), text('m2', 9, 'Once upon'))
    expect(grown.live?.text).toBe('Once upon')
    expect(grown.live?.connection).toBe('open')
  })
  test('reconnects after a gap', () => {
    const torn = after(state, text('m2', 4, 'Once'), text('m2', 12, 'a time'))
    expect(torn.live).toMatchObject({ text: 'Once', connection: 'lost', failedAttempts: 1 })
    expect(after(torn, { type: 'reconnect', id: 'm2' }).live).toMatchObject({ connection: 'connecting', attempt: 1 })
  })
  test('ends with the stored text, even if that is shorter', () => {
    const done = after(state, text('m2', 9, 'Once upon'), end(message(2, { content: 'Once', status: 'interrupted' })))
    expect(done.live).toBeNull()
    expect(toMessageItems(done).at(-1)).toMatchObject({ text: 'Once', growing: false })
    expect(done.usage.used).toBe(150)
  })
  test('does not restart because of an outdated response', () => {
    const done = after(state, end(message(2)))
    const late = after(done, { type: 'page', page: { messages: [message(1), growing(2, 'On')], path: 0, before: null } })
    expect(late.live).toBeNull()
    expect(late.messages.at(-1)?.status).toBe('done')
  })
  test('ignores events of other replies', () => {
    expect(after(state, text('m9', 4, 'Nope'))).toEqual(state)
    expect(after(state, end(message(9)))).toMatchObject({ messages: state.messages, live: state.live })
  })
  test('stays live until the server reports it stopped, and can be stopped again after a failure', () => {
    const stopping = after(state, text('m2', 4, 'Once'), { type: 'stop' })
    expect(stopping.live?.isStopping).toBe(true)
    expect(after(stopping, { type: 'stopped', message: growing(2, 'Once') }).live).not.toBeNull()
    expect(after(stopping, { type: 'stopFailed', id: 'm2' }).live?.isStopping).toBe(false)
    const stopped = after(stopping, { type: 'stopped', message: message(2, { status: 'stopped', content: 'Once' }) })
    expect(stopped.live).toBeNull()
    expect(stopped.messages.at(-1)?.status).toBe('stopped')
  })
  test('is replaced on retry, and restored if the retry fails', () => {
    const afterRetry = after(open(message(1), message(2)), { type: 'retry', id: 'm2' })
    expect(shown(afterRetry)).toEqual(['c1', 'typing'])
    const again = after(afterRetry, { type: 'retried', id: 'm2', answer: { error: null, reply: growing(4), path: 0, usage } })
    expect(shown(again)).toEqual(['c1', 'm4'])
    expect(again.live?.id).toBe('m4')
    expect(shown(after(afterRetry, { type: 'retryFailed' }))).toEqual(['c1', 'm2'])
    expect(shown(after(afterRetry, { type: 'retried', id: 'm2', answer: { error: 'not_last' } }))).toEqual(['c1', 'm2'])
  })
  test('makes room for its next version on retry, with the question', () => {
    const question = message(5, { clientId: 'c5', version: { of: 'm3', number: 2, count: 2, previous: 'm3', next: null } })
    const retried: ConversationEvent = {
      type: 'retried',
      id: 'm4',
      answer: { error: null, question, reply: growing(6), path: 1, usage },
    }
    const four = open(message(1), message(2), message(3), message(4))
    const again = after(four, { type: 'retry', id: 'm4' }, retried)
    expect(again.messages.map(({ id }) => id)).toEqual(['m1', 'm2', 'm5', 'm6'])
    expect(again).toMatchObject({ path: 1, isStale: false, retrying: null, live: { id: 'm6' } })
    expect(after(again, retried)).toEqual(again)
    expect(after({ ...four, path: 2 }, retried).messages).toEqual(four.messages)
  })
  test('counts lost connections until text arrives', () => {
    const lost: ConversationEvent[] = [
      { type: 'streamState', id: 'm2', connection: 'lost' },
      { type: 'streamState', id: 'm2', connection: 'lost' },
      { type: 'reconnect', id: 'm2' },
      { type: 'streamState', id: 'm2', connection: 'lost' },
    ]
    expect(after(state, ...lost).live?.failedAttempts).toBe(2)
    expect(after(state, ...lost, { type: 'reconnect', id: 'm2' }, text('m2', 2, 'On')).live?.failedAttempts).toBe(0)
  })
})

describe('pages', () => {
  const older = [message(1), message(2)]
  const newer = [message(3), message(4)]
  test('prepend older messages', () => {
    const state = initialConversation({ messages: newer, path: 0, before: '3' }, usage)
    const read = after(state, { type: 'older' }, { type: 'olderLoaded', page: { messages: older, path: 0, before: null } })
    expect(shown(read)).toEqual(['c1', 'm2', 'c3', 'm4'])
    expect(read).toMatchObject({ before: null, older: 'idle' })
    expect(after(state, { type: 'older' }, { type: 'olderFailed' })).toMatchObject({ before: '3', older: 'failed' })
  })
  test('keep older messages on a refetch, and remove those another tab replaced', () => {
    const state = initialConversation({ messages: [...older, ...newer], path: 0, before: '1' }, usage)
    const read = after(state, { type: 'page', page: { messages: [message(2), message(5), growing(6)], path: 0, before: '2' } })
    expect(shown(read)).toEqual(['c1', 'm2', 'c5', 'm6'])
    expect(read.before).toBe('1')
  })
  test('replace a list they do not overlap, so that no gap is hidden', () => {
    const state = initialConversation({ messages: older, path: 0, before: null }, usage)
    const read = after(state, { type: 'page', page: { messages: [message(71), message(72)], path: 0, before: '71' } })
    expect(shown(read)).toEqual(['c71', 'm72'])
    expect(read.before).toBe('71')
  })
  test('do not remove a question stored after they were fetched', () => {
    const state = after(open(message(1), message(2)), { type: 'send', outgoing: outgoing('c3') }, answered('c3', 3))
    const late = after(state, { type: 'page', page: { messages: [message(1), message(2)], path: 0, before: null } })
    expect(shown(late)).toEqual(['c1', 'm2', 'c3', 'm4'])
    expect(late.live?.id).toBe('m4')
  })
})

test('text is complete despite gaps and repeated chunks', () => {
  const whole = 'It was the best of times – “é”, 😀 – it was the worst of times.'
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(whole.length), fc.nat(whole.length)), { maxLength: 40 }), (cuts) => {
      let state = open(message(1), growing(2))
      for (const [one, other] of cuts) {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        state = conversationReducer(state, text('m2', to, whole.slice(from, to)))
        expect(whole.startsWith(state.live?.text ?? '?')).toBe(true)
      }
      state = conversationReducer(state, text('m2', whole.length, whole))
      expect(state.live?.text).toBe(whole)
    }),
  )
})

describe('another version', () => {
  const first = message(1, { version: versionOf('m1', 1, 2) })
  const second = message(5, { version: versionOf('m1', 2, 2) })
  const state = initialConversation({ messages: [second, message(6)], path: 1, before: null }, usage)
  const page = { messages: [first, message(2), message(3), message(4)], path: 2, before: null }

  test('replaces all messages of other paths in every tab', () => {
    const chosen = after(state, { type: 'switch', id: 'm5' })
    expect(canSend(chosen)).toBe(false)
    const switched = after(chosen, { type: 'switched', answer: { error: null, page } })
    expect(switched).toMatchObject({ messages: page.messages, path: 2, switching: null })
    expect(canSend(switched)).toBe(true)
    expect(shown(switched)).toEqual(['m1', 'm2', 'c3', 'm4'])
    expect(after(state, { type: 'page', page }).messages).toEqual(page.messages)
  })
  test('is kept when a response or page of the previous path arrives late', () => {
    const switched = after(state, { type: 'page', page })
    expect(after(switched, { type: 'page', page: { messages: [second, message(6)], path: 1, before: null } })).toBe(switched)
    expect(after(switched, answered('c7', 7, { path: 1 })).messages).toEqual(page.messages)
    const retried: ConversationEvent = { type: 'retried', id: 'm6', answer: { error: null, reply: growing(8), path: 1, usage } }
    expect(after(switched, retried)).toMatchObject({ messages: page.messages, isStale: false })
  })
  test('is fetched when a response or an older page belongs to its path', () => {
    expect(after(state, answered('c7', 7, { path: 2 }))).toMatchObject({ isStale: true, messages: state.messages })
    expect(after(state, { type: 'olderLoaded', page })).toMatchObject({ isStale: true, messages: state.messages })
    expect(after(state, answered('c7', 7, { path: 2 }), { type: 'page', page }).isStale).toBe(false)
  })
  test('changes nothing if it is refused, and keeps the messages before a shared one', () => {
    const chosen = after(state, { type: 'switch', id: 'm5' })
    for (const event of [
      { type: 'switched', answer: { error: 'busy', replyId: 'm6' } },
      { type: 'switched', answer: { error: 'on_other_branch' } },
      { type: 'switchFailed' },
    ] satisfies ConversationEvent[])
      expect(after(chosen, event)).toEqual(state)
    const long = initialConversation({ messages: [message(1), message(2), message(3), message(4)], path: 0, before: '1' }, usage)
    const newest = { messages: [message(2), message(9), message(10)], path: 1, before: '2' }
    const read = after(long, { type: 'page', page: newest })
    expect([read.messages.map(({ seq }) => seq), read.before]).toEqual([[1, 2, 9, 10], '1'])
  })
  test('keeps a refused question that was sent to the previous path', () => {
    const afterSend = after(state, { type: 'send', outgoing: outgoing('c7') })
    const refused = after(
      afterSend,
      { type: 'sendSucceeded', clientId: 'c7', answer: { error: 'moved' } },
      { type: 'page', page },
    )
    expect(refused).toMatchObject({ outgoing: { problem: 'moved', content: 'And then?' }, messages: page.messages })
  })
})
