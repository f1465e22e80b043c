import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Message } from '../../schema.ts'
import type { MessageItem } from '../state/message-items.ts'

const parser = vi.hoisted(() => ({ loads: 0 }))
vi.mock('./markdown.tsx', () => {
  parser.loads++
  return { MarkdownText: () => null }
})

const reply = (overrides: Partial<Message> = {}, growing = false): MessageItem => {
  const message: Message = {
    id: '01a1feb3-934f-70e6-b492-000000000001',
    seq: 2,
    role: 'assistant',
    content: 'It glows.',
    created_at: '2026-11-21T12:00:00.000Z',
    clientId: null,
    status: growing ? 'streaming' : 'done',
    origin: 'model',
    problem: null,
    sources: [],
    next: [],
    tokens: null,
    ...overrides,
  }
  const { id: key, created_at: at, content: text } = message
  return { key, at, kind: 'reply', message, earlier: null, text, growing, last: true }
}

afterEach(() => {
  parser.loads = 0
  vi.resetModules()
})

const open = async (items: MessageItem[], isSoonNeeded = false) => {
  // a page of its own, on which nothing was loaded before
  const { useFormatted } = await import('./use-formatted.ts')
  return renderHook(({ isSoon }) => useFormatted(items, isSoon), { initialProps: { isSoon: isSoonNeeded } })
}

test('reading stored replies loads no Markdown parser, writing does', async () => {
  const page = await open([reply({ html: '<p>It glows.</p>' })])
  expect(page.result.current).toMatchObject({ Formatted: undefined, isLoading: false })
  expect(parser.loads).toBe(0)
  page.rerender({ isSoon: true })
  expect(page.result.current.isLoading).toBe(false)
  await waitFor(() => expect(page.result.current.Formatted).toBeDefined())
  expect(parser.loads).toBe(1)
})

test.each([
  ['a reply that grows', reply({ html: '<p>It</p>' }, true)],
  ['a reply without HTML from the server', reply({ html: null })],
])('%s waits for the Markdown parser', async (_, item) => {
  const page = await open([item])
  expect(page.result.current.isLoading).toBe(true)
  await waitFor(() => expect(page.result.current).toMatchObject({ isLoading: false, Formatted: expect.any(Function) }))
})
