import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onMutation, onQuery, renderPart } from '#testing.tsx'
import type { ChatAgent, ListedConversation } from '../../schema.ts'
import { ConversationRoom } from '../conversation-room.tsx'
import { TrpcProvider } from '../trpc-provider.tsx'

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
const [openId, otherId] = ['01a1feb3-934f-70e6-b492-e26717e0a7f7', '01a1feb3-934f-70e6-b492-e26717e0a7f8']
const listed = (id: string, overrides: Partial<ListedConversation>): ListedConversation => ({
  id,
  title: 'Conversation with Ada Lovelace',
  question: null,
  agent,
  last: 'It weaves.',
  updated_at: '2026-11-21T12:00:00.000Z',
  pinned: false,
  archived: false,
  ...overrides,
})
const conversations = [
  listed(openId, { question: 'What could the engine do?' }),
  listed(otherId, { title: 'On poetry', question: 'Who was your father?' }),
]
const requests = vi.fn()

beforeEach(() => {
  localStorage.clear()
  requests.mockClear()
  network.use(
    onQuery('auth', 'session', () => null),
    onQuery('chat', 'list', () => {
      requests()
      return { conversations, cursor: null }
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const wide = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches, media: '', onchange: null }))

const open = () =>
  renderPart(
    <TrpcProvider>
      <ConversationRoom
        conversation={{ id: openId, agent_id: agent.id, title: '', created_at: '2026-11-21T12:00:00.000Z', agent }}
        page={{ messages: [], path: 0, before: null }}
        usage={{ used: 0, limit: 10_000, renewsAt: '2026-12-01T00:00:00.000Z' }}
      />
    </TrpcProvider>,
  )
const sidebar = () => within(screen.getByRole('navigation', { name: 'Your conversations' }))
const titles = () =>
  sidebar()
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('is open beside a conversation and lists each title, or else the first question', async () => {
  wide(true)
  await open()
  await waitFor(() => expect(titles()).toEqual(['What could the engine do?', 'On poetry']))
  expect(sidebar().getByRole('link', { current: 'page' })).toHaveTextContent('What could the engine do?')
})

test('stays collapsed on the next visit and sends no request', async () => {
  wide(true)
  const { unmount } = await open()
  await waitFor(() => expect(titles()).toHaveLength(2))
  await userEvent.click(sidebar().getByRole('button', { name: 'Conversations', expanded: true }))
  expect(sidebar().queryByRole('link')).not.toBeInTheDocument()
  unmount()
  requests.mockClear()
  await open()
  await userEvent.click(await sidebar().findByRole('button', { name: 'Conversations', expanded: false }))
  await waitFor(() => expect(titles()).toHaveLength(2))
  expect(requests).toHaveBeenCalledTimes(1)
})

test('sends no request on narrow windows until the drawer opens', async () => {
  wide(false)
  await open()
  expect(requests).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Conversations', expanded: false, hidden: false }))
  expect(await within(await screen.findByRole('dialog')).findByRole('link', { name: 'On poetry' })).toBeVisible()
})

test('makes the open conversation read-only when it is deleted, and usable again when it is restored', async () => {
  wide(true)
  network.use(
    onMutation('chat', 'remove', () => ({ error: null })),
    onMutation('chat', 'restore', () => ({ error: null })),
    onQuery('chat', 'messages', () => ({ messages: [], path: 0, before: null })),
  )
  await open()
  await userEvent.click(await sidebar().findByRole('button', { name: 'Delete “What could the engine do?”' }))
  expect(await screen.findByText(/cannot continue/)).toBeVisible()
  await userEvent.click(sidebar().getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByText(/cannot continue/)).not.toBeInTheDocument())
})

test('starts a new conversation with the same agent', async () => {
  wide(true)
  network.use(onMutation('chat', 'start', ({ agentId }) => ({ conversation: { id: otherId, agent_id: agentId, title: '' } })))
  const { router } = await open()
  await userEvent.click(sidebar().getByRole('button', { name: 'New conversation with Ada Lovelace' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/chat/${otherId}`))
})
