import { network } from '@duo/platform/testing/component-setup.ts'
import { cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { onQuery, renderPart } from '#testing.tsx'
import { ConversationRoom } from '../conversation-room.tsx'
import { TrpcProvider } from '../trpc-provider.tsx'
import { useShortcuts } from './shortcuts.ts'

const agent = {
  id: '01a1feb3-934f-70e6-b492-000000000001',
  slug: 'ada-lovelace',
  name: 'Ada Lovelace',
  description: '',
  voice_description: '',
  lived: '',
  colors: ['#43194a', '#f6b23c'] as [string, string],
  starters: [],
  picture: null,
}

beforeEach(async () => {
  localStorage.clear()
  network.use(onQuery('auth', 'session', () => null))
  await renderPart(
    <TrpcProvider>
      <ConversationRoom
        conversation={{ id: crypto.randomUUID(), agent_id: agent.id, title: '', created_at: '2026-11-21T12:00:00.000Z', agent }}
        page={{ messages: [], path: 0, before: null }}
        usage={{ used: 0, limit: 10_000, renewsAt: '2026-12-01T00:00:00.000Z' }}
      />
    </TrpcProvider>,
  )
})
const field = () => screen.getByRole('textbox')

test('shortcut keys act outside the field and type inside it, and Escape leaves the field', async () => {
  await userEvent.click(field())
  await userEvent.keyboard('What?/')
  expect(field()).toHaveValue('What?/')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(field()).not.toHaveFocus()
  await userEvent.keyboard('/')
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('What?/')
})

test('shortcut keys act under the layout of another script, by their place', async () => {
  // the room above would act first
  cleanup()
  const act = vi.fn()
  renderHook(() => useShortcuts(act))
  for (const [key, code] of [
    ['р', 'KeyH'],
    ['ن', 'KeyN'],
    ['ø', 'KeyH'],
    ['h', 'KeyD'],
  ] as const)
    fireEvent.keyDown(document.body, { key, code })
  expect(act.mock.calls).toEqual([['history'], ['start'], ['history']])
})

test('the shortcut list explains the keys and can switch them off, and Ctrl+/ still opens it', async () => {
  await userEvent.keyboard('{Escape}?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Copy the last answer')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Use single-key shortcuts' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await userEvent.keyboard('?/')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(field()).not.toHaveFocus()
  await userEvent.click(field())
  await userEvent.keyboard('{Control>}/{/Control}')
  expect(await screen.findByRole('checkbox', { name: 'Use single-key shortcuts' })).not.toBeChecked()
})
