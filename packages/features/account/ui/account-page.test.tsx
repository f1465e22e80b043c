import { network } from '@duo/platform/testing/component-setup.ts'
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createTRPCClient, httpLink } from '@trpc/client'
import { HttpResponse, http } from 'msw'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Provider } from '../../auth/rules.ts'
import type { AppRouter } from '../../server.ts'
import { authKey } from '../../session/ui/session-events.ts'
import { createSessionStore } from '../../session/ui/session-store.ts'
import { notifyTabs } from '../../shell/ui/api/use-server-sync.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import { ana, callFailure, noFactors, onMutation, onQuery, ownPlace } from '../../testing.tsx'
import type { Activity, SessionEntry, UnlinkResult } from '../schema.ts'
import { loadAccount, Page } from './account-page.tsx'

const signedIn = (id: string, userAgent: string): SessionEntry => ({
  id,
  userAgent,
  current: id === 'here',
  createdAt: '2026-11-01T00:00:00Z',
  lastUsedAt: '2026-11-02T12:00:00Z',
  expiresAt: '2026-12-01T00:00:00Z',
})

/** Ana's data on the server. */
let loaded: { sessions: SessionEntry[]; events: Activity[]; providers: Provider[] }
const typist = userEvent.setup()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  loaded = {
    sessions: [
      signedIn('here', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'),
      signedIn('phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1'),
      signedIn('work', 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/150.0'),
    ],
    events: [],
    providers: ['google'],
  }
  network.use(
    onQuery('auth', 'account', () => ({
      user: ana,
      hasPassword: true,
      providers: loaded.providers.map((id) => ({ id, linkedAt: '2026-10-05T12:00:00Z' })),
      pendingEmail: null,
      pendingEmailRefused: false,
      secondFactors: noFactors,
    })),
    onQuery('auth', 'sessions', () => ({ sessions: loaded.sessions })),
    onQuery('auth', 'activity', () => ({ events: loaded.events })),
    onQuery('auth', 'apiKeys', () => ({ keys: [] })),
    onQuery('auth', 'options', () => ({ providers: ['google', 'linkedin'] as Provider[], confirmsEmail: true, sendsMail: true })),
    onQuery('billing', 'subscription', () => {
      throw callFailure('unavailable')
    }),
    onQuery('waitlist', 'mine', () => null),
    http.post('http://localhost:3000/api/auth/sign-out', () => HttpResponse.json({ success: true })),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  localStorage.clear()
})

async function open(address = '/account') {
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: 'http://localhost:3000/api/trpc', methodOverride: 'POST' })],
  })
  const root = createRootRouteWithContext<PageContext>()()
  const account = createRoute({
    getParentRoute: () => root,
    path: '/account',
    validateSearch: (search: Record<string, string>) => search,
    loader: ({ context }) => loadAccount(context),
    component: Page,
  })
  const others = ['/', '/auth', '/pricing', '/waitlist'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => `at ${path}` }),
  )
  const auth = createSessionStore({ id: '1', email: ana.email, name: 'Ana', expiresAt: 4e9 })
  const router = createRouter({
    routeTree: root.addChildren([account, ...others]),
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { origin: '', api: async () => client, auth, AccountSlot: () => null },
  })
  await router.load()
  render(<RouterProvider router={router as never} />)
  return { auth, router }
}

const part = (name: string, role = 'region') => within(screen.getByRole(role, { name }))
const devices = () =>
  part('Where you are signed in')
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p span')?.textContent)

test('before hydration, no form can be submitted and the page explains why', async () => {
  const { router } = await open()
  const written = document.createElement('div')
  written.innerHTML = renderToString(<RouterProvider router={router as never} />)
  const forms = [...written.querySelectorAll('form')]
  expect(forms).toHaveLength(3)
  for (const form of forms) {
    expect(form).toHaveAttribute('method', 'post')
    expect(form.querySelector('[type=submit]')).toBeDisabled()
  }
  expect(written.querySelector('noscript')).toHaveTextContent('Changing something here needs JavaScript.')
  for (const button of document.querySelectorAll('[type=submit]')) expect(button).toBeEnabled()
})

test('a member of the waitlist sees the place; once invited, what the beta has today and what not', async () => {
  network.use(onQuery('waitlist', 'mine', () => ownPlace))
  await open()
  expect(part('Your place').getByText('You are 4th on the list')).toBeVisible()
  expect(part('Your place').getByRole('link', { name: 'See your place and your invitations' })).toHaveAttribute(
    'href',
    '/waitlist',
  )
  cleanup()
  network.use(onQuery('waitlist', 'mine', () => ({ ...ownPlace, invitedAt: '2026-11-26T12:00:00.000Z' })))
  await open()
  expect(part('The beta').getByText('We invited you to the beta on November 26, 2026.')).toBeVisible()
  expect(part('The beta').getByRole('link', { name: 'Open the marketplace' })).toHaveAttribute('href', '/marketplace')
  expect(part('The beta').getByRole('heading', { name: 'Not yet open' })).toBeVisible()
  expect(part('On this page', 'navigation').getByRole('link', { name: 'The beta' })).toHaveAttribute('href', '#place')
})

test.each([{ providers: ['google'] as const }, { providers: [] }])(
  'an index links to each section, with $providers',
  async ({ providers }) => {
    loaded.providers = [...providers]
    network.use(onQuery('auth', 'options', () => ({ providers: [], confirmsEmail: true, sendsMail: true })))
    await open()
    const links = part('On this page', 'navigation').getAllByRole<HTMLAnchorElement>('link')
    const leadsTo = links.map((link) => document.getElementById(link.hash.slice(1))?.textContent)
    expect(leadsTo).toEqual(links.map((link) => link.textContent))
    expect(leadsTo).toEqual(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent))
  },
)

test('devices have readable names; logging one out removes it from the list, which gets the focus', async () => {
  network.use(
    onMutation('auth', 'revokeSession', ({ id }) => {
      loaded.sessions = loaded.sessions.filter((session) => session.id !== id)
      return { error: null }
    }),
  )
  await open()
  expect(devices()).toEqual(['Chrome on Linux', 'Safari on iPhone', 'Firefox on Windows'])
  const sessions = part('Where you are signed in')
  expect(sessions.getByText('This device')).toBeVisible()
  expect(sessions.queryByRole('button', { name: 'Sign out Chrome on Linux' })).not.toBeInTheDocument()
  await typist.click(sessions.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  expect(await sessions.findByText('Safari on iPhone is signed out.')).toBeVisible()
  expect(devices()).toEqual(['Chrome on Linux', 'Firefox on Windows'])
  expect(sessions.getByRole('list')).toHaveFocus()
})

test('dates are in the user’s time zone, and in UTC before hydration', async () => {
  vi.stubEnv('TZ', 'America/Sao_Paulo')
  for (const session of loaded.sessions) session.lastUsedAt = '2026-11-03T01:30:00Z'
  const { router } = await open()
  expect(part('Where you are signed in').getAllByText('Last used November 2, 2026')).toHaveLength(2)
  const written = renderToString(<RouterProvider router={router as never} />)
  expect(written).toContain('Last used November 3, 2026')
  expect(written).not.toContain('November 2')
})

test('a device whose session has already ended is also removed from the list', async () => {
  await open()
  loaded.sessions = loaded.sessions.filter(({ id }) => id !== 'phone')
  network.use(
    onMutation('auth', 'revokeSession', () => {
      throw callFailure('not_found')
    }),
  )
  const sessions = part('Where you are signed in')
  await typist.click(sessions.getByRole('button', { name: 'Sign out Safari on iPhone' }))
  expect(await sessions.findByText('Safari on iPhone is signed out.')).toBeVisible()
  expect(devices()).toEqual(['Chrome on Linux', 'Firefox on Windows'])
})

test('a password change removes the other devices from the list', async () => {
  network.use(
    onMutation('auth', 'changePassword', () => {
      loaded.sessions = loaded.sessions.filter(({ current }) => current)
      return { error: null }
    }),
  )
  await open()
  const password = part('Password')
  await typist.type(password.getByLabelText('Current password'), 'three bees')
  await typist.type(password.getByLabelText('New password'), 'four bees in a hive')
  await typist.click(password.getByRole('button', { name: 'Change the password' }))
  expect(
    await password.findByText('Password changed. All other devices are signed out, and earlier API keys no longer work.'),
  ).toBeVisible()
  await waitFor(() => expect(devices()).toEqual(['Chrome on Linux']))
})

test('logs out all other devices at once and then hides the button', async () => {
  network.use(
    onMutation('auth', 'revokeOtherSessions', () => {
      loaded.sessions = loaded.sessions.filter(({ current }) => current)
      return { error: null, ended: 2, endedKeys: 0 }
    }),
  )
  await open()
  const sessions = part('Where you are signed in')
  await typist.click(sessions.getByRole('button', { name: 'Sign out all other devices' }))
  expect(await sessions.findByText('All other devices are signed out.')).toBeVisible()
  expect(devices()).toEqual(['Chrome on Linux'])
  expect(sessions.queryByRole('button', { name: 'Sign out all other devices' })).not.toBeInTheDocument()
})

/** Counts the calls that end all other sessions. */
function countEnded() {
  const ended = vi.fn()
  network.use(
    onMutation('auth', 'revokeOtherSessions', () => {
      ended()
      return { error: null, ended: 2, endedKeys: 0 }
    }),
  )
  return ended
}

test('signing out everywhere opens the sign-in page', async () => {
  const ended = countEnded()
  const { auth } = await open()
  await typist.click(screen.getByRole('button', { name: 'Sign out everywhere, including here' }))
  expect(await screen.findByText('at /auth')).toBeVisible()
  expect(ended).toHaveBeenCalledOnce()
  expect(auth.get().status).toBe('signed_out')
})

test('signing out everywhere with unsent text asks before any session ends', async () => {
  localStorage.setItem('duo.kept.one', '{"text":"Half a thought"}')
  const ended = countEnded()
  const { auth } = await open()
  const button = screen.getByRole('button', { name: 'Sign out everywhere, including here' })
  await typist.click(button)
  const question = await screen.findByRole('alertdialog')
  expect(question).toHaveAccessibleDescription(/not sent/)
  await typist.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(button).toHaveFocus()
  expect(ended).not.toHaveBeenCalled()
  await typist.click(button)
  await typist.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('at /auth')).toBeVisible()
  expect(ended).toHaveBeenCalledOnce()
  expect(auth.get().status).toBe('signed_out')
})

test('when the session has ended elsewhere, the next action opens the sign-in page', async () => {
  const gone = () => {
    throw callFailure('unauthorized')
  }
  const { auth, router } = await open()
  network.use(
    onMutation('auth', 'revokeOtherSessions', gone),
    onQuery('auth', 'account', gone),
    onQuery('auth', 'session', () => null),
  )
  await typist.click(screen.getByRole('button', { name: 'Sign out all other devices' }))
  expect(await screen.findByText('at /auth')).toBeVisible()
  expect(router.state.location.search).toEqual({ mode: 'sign-in', next: '/account' })
  expect(auth.get().status).toBe('signed_out')
})

test('disconnects a provider unless it is the last way to sign in', async () => {
  let last = true
  network.use(
    onMutation('auth', 'unlinkProvider', ({ provider }): UnlinkResult => {
      if (last) return { error: 'last_way_in' }
      loaded.providers = loaded.providers.filter((id) => id !== provider)
      return { error: null }
    }),
  )
  await open()
  const providers = part('Connected accounts')
  expect(providers.getByText('Connected since October 5, 2026')).toBeVisible()
  await typist.click(providers.getByRole('button', { name: 'Disconnect Google' }))
  expect(await providers.findByText(/only way/)).toBeVisible()
  last = false
  await typist.click(providers.getByRole('button', { name: 'Disconnect Google' }))
  expect(await providers.findByText('Google is no longer connected.')).toBeVisible()
  expect(providers.getByRole('button', { name: 'Connect Google' })).toBeVisible()
})

test('shows our own error message when a provider is unreachable', async () => {
  network.use(
    http.post('http://localhost:3000/api/auth/link-social', () =>
      HttpResponse.json({ code: 'PROVIDER_NOT_FOUND', message: 'Provider not found' }, { status: 404 }),
    ),
  )
  await open()
  const providers = part('Connected accounts')
  await typist.click(providers.getByRole('button', { name: 'Connect LinkedIn' }))
  expect(await providers.findByText('Error signing in with linkedin. Try again.')).toBeVisible()
})

test('shows a provider’s error beside the providers', async () => {
  await open('/account?provider=linkedin&error=account_already_linked_to_different_user')
  expect(part('Connected accounts').getByText(/This LinkedIn account is connected to another Duo account/)).toBeVisible()
})

test('downloads the data export as a file', async () => {
  const files: { name: string; content: Promise<string> }[] = []
  let content: Blob
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      content = blob
      return 'blob:duo'
    },
    revokeObjectURL: () => {},
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content: content.text() })
  })
  network.use(onMutation('auth', 'download', () => ({ document: { profile: { name: 'Ana' } } })))
  await open()
  await typist.click(screen.getByRole('button', { name: 'Download everything' }))
  expect(await screen.findByText('Your file is ready.')).toBeVisible()
  expect(files[0]?.name).toBe('duo-account.json')
  expect(JSON.parse((await files[0]?.content) ?? '')).toEqual({ profile: { name: 'Ana' } })
})

test('a user who must sign in again to change the e-mail returns to the account page', async () => {
  network.use(
    onQuery('auth', 'account', () => ({
      user: ana,
      hasPassword: false,
      providers: [],
      pendingEmail: null,
      pendingEmailRefused: false,
      secondFactors: noFactors,
    })),
    onMutation('auth', 'changeEmail', () => ({ error: 'sign_in_again' as const })),
  )
  const { router } = await open()
  const email = part('Email')
  await typist.type(email.getByRole('textbox', { name: 'New email' }), 'ana@new.example{Enter}')
  await typist.click(await email.findByRole('button', { name: 'Sign in again' }))
  expect(await screen.findByText('at /auth')).toBeVisible()
  expect(router.state.location.search).toEqual({ mode: 'sign-in', next: '/account' })
})

test.each([
  ['their own', { email: ana.email }, 0],
  ['their own, in another spelling', { email: ' Ana@Example.com' }, 0],
  ['with an unknown address', { email: null }, 0],
  ['another person’s', { email: 'bruno@example.com' }, 2],
])(
  'deleting the account clears this browser’s waitlist data, unless it belongs to another person: %s',
  async (_whose, owner, left) => {
    for (const key of ['duo.waitlist', 'duo.survey']) localStorage.setItem(key, JSON.stringify({ ticket: 'a.b.c', ...owner }))
    document.documentElement.setAttribute('data-member', '')
    network.use(onMutation('auth', 'erase', () => ({ error: null })))
    await open()
    await typist.click(screen.getByRole('button', { name: 'Delete the account' }))
    const dialog = within(await screen.findByRole('dialog'))
    await typist.type(dialog.getByLabelText('Current password'), 'three bees')
    await typist.click(dialog.getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your account is deleted' })).toHaveFocus())
    expect(Object.keys(localStorage).filter((key) => key !== authKey)).toHaveLength(left)
    expect(screen.getByText(/^Your profile, your conversations, the links you shared them by/)).toBeVisible()
    // the header has no place any more
    expect(document.documentElement.hasAttribute('data-member')).toBe(left > 0)
  },
)

test('clears the local data without reporting a deletion when the account may still exist', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.setItem('duo.waitlist', JSON.stringify({ ticket: 'a.b.c', email: ana.email }))
  network.use(http.post('http://localhost:3000/api/trpc/auth.erase', () => HttpResponse.error()))
  await open()
  await typist.click(screen.getByRole('button', { name: 'Delete the account' }))
  const dialog = within(await screen.findByRole('dialog'))
  await typist.type(dialog.getByLabelText('Current password'), 'three bees{Enter}')
  expect(await dialog.findByText('That did not work. Try again in a moment.')).toBeVisible()
  network.use(
    onMutation('auth', 'erase', () => {
      throw callFailure('unauthorized')
    }),
  )
  await typist.click(dialog.getByRole('button', { name: 'Delete for good' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'You are signed out' })).toHaveFocus())
  expect(screen.getByText(/If none comes, sign in and delete the account again/)).toBeVisible()
  expect(Object.keys(localStorage).filter((key) => key !== authKey)).toEqual([])
})

test('shows the rest of the page when the plan is unavailable', async () => {
  await open()
  expect(part('Plan').getByText(/We could not read your plan just now/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  await waitFor(() => expect(document.title).toMatch(/account/i))
})

test('shows how to add a required second factor while all other data is withheld', async () => {
  const needed = () => {
    throw callFailure('second_factor_needed')
  }
  network.use(
    onQuery('auth', 'account', () => ({
      user: ana,
      hasPassword: true,
      providers: [],
      pendingEmail: null,
      pendingEmailRefused: false,
      secondFactors: { ...noFactors, isDemanded: true },
    })),
    onQuery('auth', 'sessions', needed),
    onQuery('auth', 'activity', needed),
    onQuery('auth', 'apiKeys', needed),
  )
  await open()
  expect(part('Two-step sign-in').getByText(/Your role requires a second step/)).toBeVisible()
  expect(part('Two-step sign-in').getByRole('button', { name: 'Add a passkey' })).toBeEnabled()
})

test('the plan and the sessions follow a change in another tab and on another device, and a failure keeps the page', async () => {
  await open()
  const sessions = () => screen.getAllByRole('button', { name: /^Sign out .*(?:Chrome|Safari|Firefox)/ })
  const before = sessions().length
  loaded.sessions = loaded.sessions.slice(0, 2)
  notifyTabs('duo.account', 'another tab')
  await waitFor(() => expect(sessions()).toHaveLength(before - 1))
  network.use(
    onQuery('auth', 'account', () => {
      throw callFailure('unavailable')
    }),
  )
  notifyTabs('duo.account', 'another tab')
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
})

test('a page that is still open after someone else has signed in changes its user as a whole', async () => {
  const { auth } = await open()
  const bruno = { ...ana, id: 'bruno', email: 'bruno@example.com', user_metadata: { full_name: 'Bruno' } }
  network.use(
    onQuery('auth', 'account', () => ({
      user: bruno,
      hasPassword: true,
      providers: [],
      pendingEmail: null,
      pendingEmailRefused: false,
      secondFactors: noFactors,
    })),
    onQuery('auth', 'session', () => ({
      user: bruno,
      expires_at: 4e9,
      expires_in: 60,
      access_token: null,
      refresh_token: null,
      token_type: 'bearer' as const,
    })),
  )
  notifyTabs('duo.account', 'another tab')
  expect(await screen.findByText('bruno@example.com')).toBeVisible()
  expect(auth.get().viewer).toMatchObject({ id: 'bruno', name: 'Bruno' })
})

test('a name that is being typed says what another tab has saved, before it is replaced', async () => {
  await open()
  const field = screen.getByRole('textbox', { name: 'Full Name' })
  await typist.clear(field)
  await typist.type(field, 'Ana Q')
  const user = { ...ana, user_metadata: { full_name: 'Ana P' } }
  network.use(
    onQuery('auth', 'account', () => ({
      user,
      hasPassword: true,
      providers: [],
      pendingEmail: null,
      pendingEmailRefused: false,
      secondFactors: noFactors,
    })),
  )
  notifyTabs('duo.account', 'another tab')
  expect(await screen.findByText('In another tab the name became “Ana P”. Saving here replaces it.')).toBeVisible()
  expect(field).toHaveValue('Ana Q')
})
