import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Message, Usage } from '../../schema.ts'
import { type ConversationEvent, conversationReducer, initialConversation } from '../state/conversation-reducer.ts'
import { LiveAnnouncer } from './live-announcer.tsx'

const usage: Usage = { used: 100, limit: 10_000, renewsAt: '2026-12-01T00:00:00.000Z' }
const message = (seq: number, overrides: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
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
const sent = (question: Message, reply: Message): ConversationEvent => ({
  type: 'sendSucceeded',
  clientId: `c${question.seq}`,
  answer: { error: null, question, reply, path: 0, usage },
})
const ended = (reply: Message): ConversationEvent => ({ type: 'end', event: { type: 'end', message: reply, usage } })

function openAnnouncer() {
  let state = initialConversation({ messages: [], path: 0, before: null }, usage)
  const view = render(<LiveAnnouncer name="Ada" state={state} />)
  return (event: ConversationEvent) => {
    state = conversationReducer(state, event)
    view.rerender(<LiveAnnouncer name="Ada" state={state} />)
    return screen.getByRole('status').textContent
  }
}

test('announces the wait and the finished reply', () => {
  const after = openAnnouncer()
  expect(after(sent(message(1), message(2, { content: '', status: 'waiting' })))).toContain('Ada is thinking')
  expect(after({ type: 'text', id: 'm2', end: 5, text: 'It we' })).toContain('Ada is thinking')
  expect(after(ended(message(2, { content: 'It weaves.' })))).toContain('It weaves.')
})

test('does not announce an interrupted reply over the help that interrupted it', () => {
  const after = openAnnouncer()
  after(sent(message(1), message(2, { content: '', status: 'waiting' })))
  const help = message(4, { content: 'Call 988.', origin: 'help' })
  expect(after(sent(message(3), help))).toContain('Call 988.')
  expect(after(ended(message(2, { content: 'It weav', status: 'stopped' })))).toContain('Call 988.')
  expect(after(sent(message(5), message(6, { content: '', status: 'waiting' })))).toContain('Ada is thinking')
  expect(after(ended(message(6, { content: 'Of course.' })))).toContain('Of course.')
})

test('announces the same help text again when it is repeated', () => {
  const after = openAnnouncer()
  after(sent(message(1), message(2, { content: 'Call 988.', origin: 'help' })))
  const first = screen.getByRole('status').firstChild
  after(sent(message(3), message(4, { content: 'Call 988.', origin: 'help' })))
  expect(screen.getByRole('status').firstChild).not.toBe(first)
})

test('announces once that the persona is thinking, however the wait goes on', () => {
  const after = openAnnouncer()
  const waiting = message(2, { content: '', status: 'waiting' })
  after(sent(message(1), waiting))
  const announced = screen.getByRole('status').firstChild
  after({ type: 'streamState', id: 'm2', connection: 'open' })
  after({ type: 'page', page: { messages: [message(1), waiting], path: 0, before: null } })
  after({ type: 'text', id: 'm2', end: 2, text: 'It' })
  expect(screen.getByRole('status').firstChild).toBe(announced)
  expect(screen.getByRole('status')).toHaveAttribute('role', 'status')
})
