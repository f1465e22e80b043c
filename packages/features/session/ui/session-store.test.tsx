import { network } from '@duo/platform/testing/component-setup.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { callFailure, onQuery, renderPart } from '../../testing.tsx'
import { authKey, emitSessionEvent, isStale } from './session-events.ts'
import { useSession } from './session-provider.tsx'
import { createSessionStore, type Viewer } from './session-store.ts'

const inAnHour = Math.round(Date.now() / 1000) + 3600
const ana: Viewer = { id: '1', email: 'ana@example.com', name: 'Ana', expiresAt: inAnHour }
const sessionOf = ({ id, email, name, expiresAt }: Viewer) => ({
  access_token: '',
  refresh_token: null,
  expires_in: 3600,
  expires_at: expiresAt,
  token_type: 'bearer' as const,
  user: {
    id,
    email,
    email_confirmed_at: null,
    created_at: '2026-01-01T00:00:00Z',
    language: 'en' as const,
    user_metadata: { full_name: name },
  },
})

/** Simulates an event in another tab of this browser. */
function elsewhere(event: string) {
  localStorage.setItem(authKey, `${event} ${Date.now() + 1}`)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: authKey })))
}

function SessionStatus() {
  const { status, event, viewer } = useSession()
  return <p>{`${status} ${event} ${viewer?.name ?? 'nobody'}`}</p>
}

beforeEach(() => localStorage.clear())

test('useSession throws outside its provider', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<SessionStatus />)).toThrow('useSession needs a SessionProvider above it')
  quiet.mockRestore()
})

test.each([
  [undefined, 'loading'],
  [null, 'signed_out'],
  [ana, 'signed_in'],
] as const)('starts with the state that the server rendered: %o', (initial, status) => {
  expect(createSessionStore(initial).get()).toMatchObject({ status, event: null, viewer: initial ?? null })
})

test.each([
  ['signed_in', ana, 'signed_in'],
  ['user_updated', { ...ana, name: 'Ana Maria' }, 'signed_in'],
  ['password_recovery', null, 'signed_out'],
  ['signed_out', null, 'signed_out'],
] as const)('%s updates this tab and is announced to other tabs without a token', (event, viewer, status) => {
  const auth = createSessionStore(null)
  const listener = vi.fn()
  auth.subscribe(listener)
  emitSessionEvent(auth, event, viewer)
  expect(auth.get()).toEqual({ status, event, viewer })
  expect(listener).toHaveBeenCalledOnce()
  expect(localStorage.getItem(authKey)).toMatch(new RegExp(`^${event} \\d+$`))
  expect(isStale(auth)).toBe(false)
  expect(isStale(createSessionStore(ana))).toBe(true)
})

test('loads a missing session state; after a failure, retries when the page is visible again', async () => {
  const failed = vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(onQuery('auth', 'session', () => sessionOf(ana)))
  const { unmount } = await renderPart(<SessionStatus />, { auth: createSessionStore() })
  expect(await screen.findByText('signed_in signed_in Ana')).toBeVisible()
  unmount()
  network.use(
    onQuery('auth', 'session', () => {
      throw callFailure('unavailable')
    }),
  )
  await renderPart(<SessionStatus />, { auth: createSessionStore() })
  await waitFor(() => expect(failed).toHaveBeenCalled())
  expect(screen.getByText('loading null nobody')).toBeVisible()
  network.use(onQuery('auth', 'session', () => null))
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(await screen.findByText('signed_out null nobody')).toBeVisible()
  vi.restoreAllMocks()
})

test('updates this tab after an event in another tab', async () => {
  await renderPart(<SessionStatus />, { auth: createSessionStore(ana) })
  network.use(onQuery('auth', 'session', () => sessionOf({ ...ana, name: 'Ana Maria' })))
  elsewhere('user_updated')
  expect(await screen.findByText('signed_in user_updated Ana Maria')).toBeVisible()
  network.use(onQuery('auth', 'session', () => null))
  elsewhere('signed_out')
  expect(await screen.findByText('signed_out signed_out nobody')).toBeVisible()
})

test('reloads an expired session when the page is visible again, because it may have been extended', async () => {
  const auth = createSessionStore({ ...ana, expiresAt: 1 })
  await renderPart(<SessionStatus />, { auth })
  network.use(onQuery('auth', 'session', () => sessionOf(ana)))
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  expect(await screen.findByText('signed_in token_refreshed Ana')).toBeVisible()
})

test('requests nothing after an unrelated storage event', async () => {
  const auth = createSessionStore(ana)
  await renderPart(<SessionStatus />, { auth })
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'something else' })))
  await waitFor(() => expect(screen.getByText('signed_in null Ana')).toBeVisible())
  expect(auth.syncedAt).toBeUndefined()
})
