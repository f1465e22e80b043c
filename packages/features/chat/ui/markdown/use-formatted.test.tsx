import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Message } from '../../schema.ts'
import type { MessageItem } from '../state/message-items.ts'

const parser = vi.hoisted(() => ({ loads: 0 }))
vi.mock('./markdown.tsx', () => ({ MarkdownText: () => null }))
vi.mock('@duo/platform/browser/parts/missing-part.ts', () => ({
  loadPart: (load: () => Promise<unknown>) => {
    parser.loads++
    return load()
  },
}))

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

const open = async (items: MessageItem[]) => {
  // a page of its own, on which nothing was loaded before
  const { useFormatted } = await import('./use-formatted.ts')
  return renderHook((props) => useFormatted(props.items, props.isSoon), { initialProps: { items, isSoon: false } })
}

test('reading stored replies loads no Markdown parser, writing does', async () => {
  const items = [reply({ html: '<p>It glows.</p>' })]
  const page = await open(items)
  expect(page.result.current).toMatchObject({ Formatted: undefined, isLoading: false, isListReady: true })
  expect(parser.loads).toBe(0)
  page.rerender({ items, isSoon: true })
  expect(page.result.current.isLoading).toBe(false)
  await waitFor(() => expect(page.result.current.Formatted).toBeDefined())
  expect(parser.loads).toBe(1)
})

test.each([
  ['a reply that grows', reply({ html: '<p>It</p>' }, true)],
  ['a reply without HTML from the server', reply({ html: null })],
])('%s waits for the Markdown parser', async (_, item) => {
  const page = await open([item])
  expect(page.result.current).toMatchObject({ isLoading: true, isListReady: false })
  await waitFor(() => expect(page.result.current).toMatchObject({ isListReady: true, Formatted: expect.any(Function) }))
})

test('a reply that begins in another tab waits in the list, which stays as it is', async () => {
  const items = [reply({ html: '<p>It glows.</p>' })]
  const page = await open(items)
  page.rerender({ items: [...items, reply({ id: '01a1feb3-934f-70e6-b492-000000000002', seq: 4 }, true)], isSoon: false })
  expect(page.result.current).toMatchObject({ isLoading: true, isListReady: true })
  await waitFor(() => expect(page.result.current).toMatchObject({ isLoading: false, isListReady: true }))
})
