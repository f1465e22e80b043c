import { network } from '@duo/platform/testing/component-setup.ts'
import { wholeText } from '@duo/platform/testing/whole-text.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createSessionStore } from '#session/ui/session-store.ts'
import { notifyTabs } from '#shell/ui/api/use-server-sync.ts'
import { callFailure, onMutation, onQuery, renderPart } from '#testing.tsx'
import type { ListedConversation, PinResult } from '../../schema.ts'
import { chatPollMs } from '../state/use-conversation-sync.ts'
import { TrpcProvider } from '../trpc-provider.tsx'
import { HistoryDrawer } from './history-drawer.tsx'

const conversation = (n: number, overrides: Partial<ListedConversation> = {}): ListedConversation => ({
  id: `01a1feb3-934f-70e6-b492-00000000000${n}`,
  title: 'Conversa com Ada Lovelace',
  question: null,
  agent: {
    id: '01a1feb3-934f-70e6-b492-0000000000aa',
    slug: 'ada-lovelace',
    name: 'Ada Lovelace',
    colors: ['#43194a', '#f6b23c'],
  },
  last: 'It **weaves** patterns.',
  updated_at: '2026-11-21T12:00:00.000Z',
  pinned: false,
  archived: false,
  ...overrides,
})
const requests = vi.fn<(input: { search: string; cursor: string | null }) => void>()
const onOpenChange = vi.fn()
const onRestored = vi.fn()

beforeEach(() => {
  requests.mockClear()
  onOpenChange.mockClear()
  onRestored.mockClear()
  network.use(
    onQuery('auth', 'session', () => {
      throw callFailure('unavailable')
    }),
  )
})

function Opened() {
  const [open, setOpen] = useState(true)
  onOpenChange.mockImplementation(setOpen)
  return (
    <HistoryDrawer
      open={open}
      onOpenChange={onOpenChange}
      returnFocusTo={{ current: null }}
      conversationId={conversation(1).id}
      onRestored={onRestored}
    />
  )
}
const open = (auth = createSessionStore(null)) =>
  renderPart(
    <TrpcProvider>
      <Opened />
    </TrpcProvider>,
    { auth },
  )
const listing = (pages: Record<string, ListedConversation[]>) =>
  onQuery('chat', 'list', ({ search, cursor }) => {
    requests({ search, cursor })
    const page = search === 'babbage' ? [conversation(2, { title: 'Babbage' })] : (pages[cursor ?? 'first'] ?? [])
    return { conversations: page, cursor: cursor === null && 'next' in pages && search === '' ? 'next' : null }
  })
const entries = () => screen.getAllByRole('listitem').map((item) => within(item).getByRole('link').textContent)

test('names an untitled conversation after its agent, and loads more conversations on request', async () => {
  network.use(listing({ first: [conversation(1), conversation(2, { title: 'Babbage' })], next: [conversation(3)] }))
  await open()
  await waitFor(() => expect(entries()).toEqual(['Ada Lovelace', 'Babbage']))
  expect(screen.getAllByText('It weaves patterns.')).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveAttribute('aria-current', 'page')
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(entries()).toHaveLength(3))
})

test('a list that was on its way while a conversation is deleted does not take Undo away', async () => {
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  let isFirst = true
  network.use(
    onQuery('chat', 'list', async () => {
      if (isFirst) {
        isFirst = false
        return { conversations: [conversation(1), conversation(2, { title: 'Babbage' })], cursor: null }
      }
      await late
      return { conversations: [conversation(1)], cursor: null }
    }),
    onMutation('chat', 'remove', () => ({ error: null })),
  )
  await open()
  await screen.findByRole('link', { name: 'Babbage' })
  notifyTabs('duo.chats', 'another tab')
  await userEvent.click(screen.getByRole('button', { name: 'Delete “Babbage”' }))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  arrive()
  const goes = waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull(), { timeout: 300 })
  await expect(goes).rejects.toThrow()
})

test('searches once typing pauses', async () => {
  network.use(listing({ first: [conversation(1)] }))
  await open()
  await screen.findByRole('link', { name: 'Ada Lovelace' })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search conversations' }), 'babbage')
  await waitFor(() => expect(entries()).toEqual(['Babbage']))
  expect(new Set(requests.mock.calls.map(([input]) => input.search))).toEqual(new Set(['', 'babbage']))
})

test('restores a deleted conversation at its old position', async () => {
  const gone: string[] = []
  network.use(
    listing({ first: [conversation(1), conversation(2, { title: 'Babbage' })] }),
    onMutation('chat', 'remove', ({ id }) => {
      gone.push(id)
      return { error: null }
    }),
    onMutation('chat', 'restore', ({ id }) => {
      gone.splice(gone.indexOf(id), 1)
      return { error: null }
    }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “Babbage”' }))
  expect(await screen.findByText(wholeText('Deleted: Babbage'))).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus())
  expect(gone).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(entries()).toEqual(['Ada Lovelace', 'Babbage']))
  expect(gone).toHaveLength(0)
  expect(screen.getByRole('link', { name: 'Babbage' })).toHaveFocus()
  expect(onRestored).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Delete “Ada Lovelace”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(onRestored).toHaveBeenCalledOnce())
})

test.each(['list', 'rename', 'remove', 'restore'] as const)(
  'signs the page out when %s reports an ended session',
  async (call) => {
    const signedOut = () => {
      throw callFailure('unauthorized')
    }
    const ended = call === 'list' ? onQuery('chat', call, signedOut) : onMutation('chat', call, signedOut)
    network.use(
      ended,
      onQuery('auth', 'session', () => null),
      listing({ first: [conversation(1)] }),
      onMutation('chat', 'remove', () => ({ error: null })),
    )
    const auth = createSessionStore({ id: '1', email: 'ana@example.com', name: 'Ana', expiresAt: 2_000_000_000 })
    await open(auth)
    if (call === 'rename') {
      await userEvent.click(await screen.findByRole('button', { name: /^Rename/ }))
      await userEvent.type(screen.getByRole('textbox', { name: 'New title' }), 'Engines{Enter}')
    } else if (call !== 'list') await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
    if (call === 'restore') await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(auth.get().status).toBe('signed_out'))
    expect(screen.queryByText('That did not work. Try again.')).not.toBeInTheDocument()
  },
)

test('pins a conversation, which moves up and keeps the focus, and says when ten are pinned', async () => {
  const server = [conversation(1), conversation(2, { title: 'Babbage' })]
  let isFull = true
  network.use(
    onQuery('chat', 'list', () => ({ conversations: server.map((one) => ({ ...one })), cursor: null })),
    onMutation('chat', 'pin', ({ pinned }): PinResult => {
      if (isFull) return { error: 'too_many_pinned' }
      server.reverse()
      Object.assign(server[0] ?? {}, { pinned })
      return { error: null }
    }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Pin “Babbage”' }))
  expect(await screen.findByText('You can pin 10 conversations. Unpin one first.')).toBeVisible()
  isFull = false
  await userEvent.click(screen.getByRole('button', { name: 'Pin “Babbage”' }))
  await waitFor(() => expect(entries()).toEqual(['Babbage', 'Ada Lovelace']))
  expect(screen.getByText(/^Pinned/)).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Unpin “Babbage”' })).toHaveFocus())
})

test('archives a conversation with Undo, and shows the archive', async () => {
  const server = [conversation(1), conversation(2, { title: 'Babbage' })]
  network.use(
    onQuery('chat', 'list', ({ archived }) => ({
      conversations: server.filter((one) => one.archived === archived).map((one) => ({ ...one })),
      cursor: null,
    })),
    onMutation('chat', 'archive', ({ id, archived }) => {
      Object.assign(server.find((one) => one.id === id) ?? {}, { archived })
      return { error: null }
    }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Archive “Babbage”' }))
  expect(await screen.findByText(wholeText('Archived: Babbage'))).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(entries()).toEqual(['Ada Lovelace', 'Babbage']))
  expect(screen.getByRole('link', { name: 'Babbage' })).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Archive “Babbage”' }))
  await screen.findByText(wholeText('Archived: Babbage'))
  await userEvent.click(screen.getByRole('button', { name: 'Archived conversations' }))
  await waitFor(() => expect(entries()).toEqual(['Babbage']))
  await userEvent.click(screen.getByRole('button', { name: 'Move “Babbage” back to the list' }))
  expect(await screen.findByText(wholeText('Back in the list: Babbage'))).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }))
  await waitFor(() => expect(entries()).toEqual(['Ada Lovelace', 'Babbage']))
})

test('saves a new title, and shows an error if that fails', async () => {
  let fails = true
  network.use(
    listing({ first: [conversation(1)] }),
    onMutation('chat', 'rename', ({ id, title }) => {
      if (fails) throw callFailure('unavailable')
      return { conversation: { id, title } }
    }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Rename “Ada Lovelace”' }))
  const field = screen.getByRole('textbox', { name: 'New title' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Engines{Enter}')
  // inside the drawer, where keys reach it and a click does not close the drawer
  const drawer = within(screen.getByRole('dialog'))
  expect(await drawer.findByText('That did not work. Try again.')).toBeVisible()
  await userEvent.click(drawer.getByRole('button', { name: 'Close message' }))
  expect(screen.queryByText('That did not work. Try again.')).not.toBeInTheDocument()
  expect(onOpenChange).not.toHaveBeenCalled()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(entries()).toEqual(['Engines']))
})

test('a title changed in another tab is shown, and replaces a title that was given here', async () => {
  const server = conversation(1)
  network.use(
    onQuery('chat', 'list', () => ({ conversations: [{ ...server }], cursor: null })),
    onMutation('chat', 'rename', ({ id, title }) => {
      server.title = title
      return { conversation: { id, title } }
    }),
  )
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /^Rename/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'New title' }), 'Engines{Enter}')
  await waitFor(() => expect(entries()).toEqual([expect.stringContaining('Engines')]))
  server.title = 'Looms'
  notifyTabs('duo.chats', 'another tab')
  await waitFor(() => expect(entries()).toEqual(['Looms']))
})

test('a title changed on another device is shown with the next poll', async () => {
  const server = conversation(1)
  network.use(onQuery('chat', 'list', () => ({ conversations: [{ ...server }], cursor: null })))
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await open()
  await vi.waitFor(() => expect(entries()).toEqual(['Ada Lovelace']))
  server.title = 'Looms'
  await vi.waitFor(() => {
    vi.advanceTimersByTime(chatPollMs)
    expect(entries()).toEqual(['Looms'])
  })
})

test('renaming tells the other tabs, and a deletion also the open conversation', async () => {
  network.use(
    listing({ first: [conversation(1)] }),
    onMutation('chat', 'rename', ({ id, title }) => ({ conversation: { id, title } })),
    onMutation('chat', 'remove', () => ({ error: null })),
  )
  const heard: string[] = []
  const channels = ['duo.chats', `duo.chat.${conversation(1).id}`].map((name) => {
    const channel = new BroadcastChannel(name)
    channel.addEventListener('message', () => heard.push(name))
    return channel
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /^Rename/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'New title' }), 'Engines{Enter}')
  await waitFor(() => expect(heard).toEqual(['duo.chats']))
  await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
  await waitFor(() => expect(heard).toEqual(['duo.chats', 'duo.chats', `duo.chat.${conversation(1).id}`]))
  for (const channel of channels) channel.close()
})

test('Escape first ends renaming, then closes the drawer', async () => {
  network.use(listing({ first: [conversation(1)] }))
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Rename “Ada Lovelace”' }))
  await userEvent.keyboard('{Escape}')
  expect(onOpenChange).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'Ada Lovelace' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('closing the drawer during an undo stays on the page', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.use(
    listing({ first: [conversation(1)] }),
    onMutation('chat', 'remove', () => ({ error: null })),
    onMutation('chat', 'restore', async () => {
      await answered
      return { error: null }
    }),
  )
  const { router } = await open()
  const place = router.state.location.href
  await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await userEvent.keyboard('{Escape}')
  expect(onOpenChange).toHaveBeenCalledWith(false)
  answer()
  await waitFor(() => expect(onRestored).toHaveBeenCalledOnce())
  expect(router.state.location.href).toBe(place)
})

test.each(['remove', 'restore'] as const)(
  'closing the drawer while %s is pending leaves the page once the conversation is deleted',
  async (call) => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    network.use(
      listing({ first: [conversation(1)] }),
      onMutation('chat', 'remove', async () => {
        if (call === 'remove') await answered
        return { error: null }
      }),
      onMutation('chat', 'restore', async () => {
        await answered
        throw callFailure('unavailable')
      }),
    )
    const { router } = await open()
    await userEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
    if (call === 'restore') await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    answer()
    await waitFor(() => expect(router.state.location.pathname).toContain('marketplace'))
  },
)

test('offers a retry when the list fails to load', async () => {
  let fails = true
  network.use(
    onQuery('chat', 'list', () => {
      if (fails) throw callFailure('unavailable')
      return { conversations: [], cursor: null }
    }),
  )
  await open()
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 4_000 })
  fails = false
  await userEvent.click(again)
  expect(await screen.findByText('Nothing here yet')).toBeVisible()
})
