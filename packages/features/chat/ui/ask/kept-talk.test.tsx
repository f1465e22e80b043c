import { network } from '@duo/platform/testing/component-setup.ts'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetTalk } from '#session/ui/talk-storage.ts'
import { AskField } from '#shell/ui/ask/ask-field.tsx'
import type { AskEvent } from '../../ask-schema.ts'
import { listenForQuestions, restoreReplies } from './ask-loader.ts'
import { findTalk, keepTalk } from './kept-talk.ts'
import type { AskReply } from './use-reply.ts'

const reply: AskEvent[] = [
  { type: 'text', text: 'It weaves patterns.' },
  { type: 'end', origin: 'offline' },
]
let requests = 0

beforeAll(listenForQuestions)
beforeEach(() => {
  requests = 0
  sessionStorage.clear()
  network.use(
    http.post('http://localhost:3000/api/trpc/chat.ask', () => {
      requests++
      const lines = reply.map((event) => `data: ${JSON.stringify(event)}\n\n`)
      const body = ['event: connected\ndata: {}\n\n', ...lines, 'event: return\ndata: \n\n'].join('')
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
})

/** Opens the page as the browser does by a link, a reload or Back. */
function open(type: 'navigate' | 'reload' | 'back_forward', isTalk: boolean) {
  cleanup()
  render(
    <div data-ask-scene="">
      {isTalk && <div data-ask-talk="" />}
      <AskField agent={{ slug: 'ada', name: 'Ada' }} label="Ask Ada" suggestions={[]} />
    </div>,
  )
  const entries = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
  restoreReplies()
  entries.mockRestore()
}

test.each([
  ['a persona', false],
  ['the guide', true],
])('a reload or Back finds the reply of %s without asking again; a page that is opened afresh is empty', async (_, isTalk) => {
  open('navigate', isTalk)
  await userEvent.type(screen.getByRole('textbox', { name: 'Ask Ada' }), 'Who paid?{Enter}')
  expect(await screen.findByText('It weaves patterns.')).toBeVisible()
  for (const type of ['reload', 'back_forward'] as const) {
    open(type, isTalk)
    expect(await screen.findByText('It weaves patterns.')).toBeVisible()
    expect(screen.getByText('Who paid?')).toBeVisible()
  }
  open('navigate', isTalk)
  expect(screen.queryByText('It weaves patterns.')).toBeNull()
  expect(requests).toBe(1)
})

test('a question whose reply did not arrive is back in the field', () => {
  keepTalk('bread', { turns: [{ question: 'How?', reply: null }], typed: '' })
  expect(findTalk('bread')).toEqual({ turns: [], typed: 'How?' })
  keepTalk('bread', { turns: [{ question: 'How?', reply: null }], typed: 'Why' })
  expect(findTalk('bread')).toEqual({ turns: [], typed: 'Why' })
})

test('nothing about a crisis is kept, and leaving or signing out forgets the rest', () => {
  const reply = { phase: 'done', text: 'It weaves.', help: null } as AskReply
  const turns = [
    { question: 'Who paid?', reply },
    { question: 'I cannot go on', reply: { ...reply, help: 'suicide' as const } },
  ]
  keepTalk('bread', { turns, typed: '' })
  expect(findTalk('bread').turns).toEqual(turns.slice(0, 1))
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('cannot go on')
  forgetTalk()
  expect(findTalk('bread').turns).toEqual([])
})

test('storage that is blocked, or contains something else, contains no talk', () => {
  sessionStorage.setItem('duo.talk.bread', '{"turns":7}')
  expect(findTalk('bread')).toEqual({ turns: [], typed: '' })
  const blocked = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked')
  })
  expect(findTalk('bread')).toEqual({ turns: [], typed: '' })
  blocked.mockRestore()
})
