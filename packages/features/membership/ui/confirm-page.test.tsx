import { network } from '@duo/platform/testing/component-setup.ts'
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createTRPCClient, httpLink } from '@trpc/client'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppRouter } from '../../server.ts'
import { loadMember, saveMember } from '../../session/ui/member-storage.ts'
import { createSessionStore } from '../../session/ui/session-store.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import { callFailure, onMutation } from '../../testing.tsx'
import type { ConfirmResult } from '../../waitlist/schema.ts'
import { Page } from './confirm-page.tsx'

const ticket = 'head.confirm.signature'
const requests: string[] = []
const keys: (string | undefined)[] = []
const setUrl = (address: string) => window.history.replaceState(null, '', address)
const confirms = (answer: () => ConfirmResult) =>
  network.use(
    onMutation('waitlist', 'confirm', (input) => {
      requests.push(input.ticket)
      keys.push(input.key)
      return answer()
    }),
  )

/** Opens the page in StrictMode, which runs every effect twice. */
async function open() {
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: 'http://localhost:3000/api/trpc' })] })
  const root = createRootRouteWithContext<PageContext>()()
  const confirm = createRoute({ getParentRoute: () => root, path: '/waitlist/confirm', component: Page })
  const status = createRoute({ getParentRoute: () => root, path: '/waitlist', component: () => 'the status page' })
  const history = createMemoryHistory({ initialEntries: ['/before', '/waitlist/confirm'], initialIndex: 1 })
  const context = { origin: '', api: async () => client, auth: createSessionStore(null), AccountSlot: () => null }
  const router = createRouter({ routeTree: root.addChildren([confirm, status]), history, context })
  render(
    <StrictMode>
      <RouterProvider router={router as never} />
    </StrictMode>,
  )
  await waitFor(() => expect(router.state.status).toBe('idle'))
  return router
}

beforeEach(() => {
  localStorage.clear()
  requests.length = 0
  keys.length = 0
  setUrl(`/waitlist/confirm#${ticket}`)
})
afterEach(() => vi.restoreAllMocks())

test('confirms once, remembers the member and redirects', async () => {
  confirms(() => ({ error: null, ticket: 'head.member.signature' }))
  const router = await open()
  expect(await screen.findByText('the status page')).toBeVisible()
  expect(requests).toEqual([ticket])
  expect(window.location.href).toBe('http://localhost:3000/waitlist/confirm')
  expect(loadMember()).toEqual({ ticket: 'head.member.signature', email: null })
  expect(router.state.location.state.justConfirmed).toBe(true)
  expect(router.history.length).toBe(2)
})

test('shows a message while it confirms', async () => {
  const pending = Promise.withResolvers<ConfirmResult>()
  network.use(onMutation('waitlist', 'confirm', () => pending.promise))
  await open()
  expect(await screen.findByRole('heading', { name: 'Confirming your address…' })).toBeVisible()
  pending.resolve({ error: null, ticket: 'head.member.signature' })
  expect(await screen.findByText('the status page')).toBeVisible()
})

test('an invalid link offers a new one, and no member is remembered', async () => {
  confirms(() => ({ error: 'invalid_ticket' }))
  await open()
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Email' })).toBeVisible()
  expect(loadMember()).toBeNull()
})

test.each([
  ['', 'Your mail program cut the link', 'Code', 'Send me my link'],
  ['/pt', 'Seu programa de e-mail cortou o link', 'Código', 'Enviar meu link'],
])(
  'without a ticket it says that the link was cut, takes the code, and offers a new link: %s/waitlist/confirm',
  async (...words) => {
    const [start, title, label, again] = words
    if (start) document.documentElement.lang = 'pt-BR'
    setUrl(`${start}/waitlist/confirm?token=secret`)
    network.use(onMutation('auth', 'redeemMailCode', () => ({ error: null, page: '/waitlist/confirm', token: ticket })))
    confirms(() => ({ error: null, ticket: 'head.member.signature' }))
    await open()
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(window.location.search).toBe('')
    expect(screen.getByRole('button', { name: again })).toBeVisible()
    expect(requests).toEqual([])
    await userEvent.type(screen.getByRole('textbox', { name: label }), 'ab2c d3ef 4ghj{Enter}')
    expect(await screen.findByText('the status page')).toBeVisible()
    expect(requests).toEqual([ticket])
  },
)

test('a failure can be retried with the same ticket', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  confirms(() => {
    if (requests.length === 1) throw callFailure('unavailable')
    return { error: null, ticket: 'head.member.signature' }
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('the status page')).toBeVisible()
  expect(requests).toEqual([ticket, ticket])
})

test('a reload after a failure keeps the ticket; a reload after the confirmation has nothing to confirm', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  confirms(() => {
    if (requests.length === 1) throw callFailure('unavailable')
    return { error: null, ticket: 'head.member.signature' }
  })
  const reload = async () => {
    cleanup()
    await open()
  }
  await open()
  expect(await screen.findByRole('heading', { name: 'We could not load your place' })).toBeVisible()
  await reload()
  expect(await screen.findByText('the status page')).toBeVisible()
  await reload()
  expect(await screen.findByRole('heading', { name: 'Your mail program cut the link' })).toBeVisible()
  expect(requests).toEqual([ticket, ticket])
})

test('a retry, even after a reload, reuses the idempotency key of the first call', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  confirms(() => {
    if (requests.length < 3) throw callFailure('unavailable')
    return { error: null, ticket: 'head.member.signature' }
  })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(keys).toHaveLength(2))
  cleanup()
  await open()
  expect(await screen.findByText('the status page')).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  cleanup()
  setUrl(`/waitlist/confirm#${ticket}`)
  await open()
  await waitFor(() => expect(keys).toHaveLength(4))
  expect(keys[3]).not.toBe(keys[0])
})

test('a link already used elsewhere reports only that, and mails a new link on request', async () => {
  confirms(() => ({ error: 'already_confirmed' }))
  const sent: string[] = []
  network.use(
    onMutation('waitlist', 'sendLinkOf', (input) => {
      sent.push(input.ticket)
      return { error: null, mailed: true }
    }),
  )
  await open()
  expect(await screen.findByRole('heading', { name: 'Already confirmed' })).toBeVisible()
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(screen.queryByRole('link', { name: 'Open the page this browser remembers' })).toBeNull()
  expect(loadMember()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Email me a new link' }))
  expect(await screen.findByText('A new link is on its way to the inbox this one came from.')).toBeVisible()
  expect(sent).toEqual([ticket])
})

test('a browser that remembers its member can continue from a used link', async () => {
  saveMember({ ticket: 'head.member.signature', email: null })
  confirms(() => ({ error: 'already_confirmed' }))
  await open()
  await userEvent.click(await screen.findByRole('link', { name: 'Open the page this browser remembers' }))
  expect(await screen.findByText('the status page')).toBeVisible()
})
