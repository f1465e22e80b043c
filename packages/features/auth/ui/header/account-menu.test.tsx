import { network } from '@duo/platform/testing/component-setup.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAppRouter } from '#client.ts'
import { authKey } from '#session/ui/session-events.ts'
import { ana, callFailure, noFactors, onMutation, onQuery, ownPlace, renderPage } from '#testing.tsx'

const bruno = { ...ana, id: '2', email: 'bruno@example.com', user_metadata: { full_name: 'Bruno' } }

let signedIn: typeof ana | null
let account: typeof ana
const typist = userEvent.setup()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  signedIn = ana
  account = bruno
  const mine = <Answer,>(answer: (user: typeof ana) => Answer) => {
    if (!signedIn) throw callFailure('unauthorized')
    return answer(signedIn)
  }
  network.use(
    onQuery('auth', 'account', () =>
      mine((user) => ({
        user,
        hasPassword: true,
        providers: [],
        pendingEmail: null,
        pendingEmailRefused: false,
        secondFactors: noFactors,
      })),
    ),
    onQuery('auth', 'session', () => signedIn && sessionOf(signedIn)),
    onQuery('auth', 'activity', () => ({ events: [] })),
    onQuery('auth', 'apiKeys', () => ({ keys: [] })),
    onQuery('auth', 'sessions', () => mine(() => ({ sessions: [] }))),
    onQuery('auth', 'options', () => ({ providers: [], confirmsEmail: true, sendsMail: true })),
    onQuery('billing', 'subscription', () => {
      throw callFailure('unavailable')
    }),
    onQuery('waitlist', 'mine', () => null),
    onQuery('marketplace', 'agents', () => ({ agents: [], themes: [] })),
    http.post('http://localhost:3000/api/auth/sign-out', () => {
      signedIn = null
      return HttpResponse.json({ success: true })
    }),
  )
})
afterEach(() => {
  vi.restoreAllMocks()
})

const sessionOf = (user: typeof ana) => ({
  access_token: null,
  refresh_token: null,
  expires_in: 3600,
  expires_at: 4e9,
  token_type: 'bearer' as const,
  user,
})

/** Opens the hydrated app at a URL. */
const open = (address: string, known: 'known' | 'unknown' = 'known') => {
  const viewer = signedIn && { id: signedIn.id, email: signedIn.email, name: signedIn.user_metadata.full_name, expiresAt: 4e9 }
  return renderPage(createAppRouter, address, known === 'known' ? viewer : undefined)
}

const page = () => within(screen.getByRole('main'))
const name = () => page().getByRole('textbox', { name: 'Full Name' })

/** The sign-in page is a document: what follows it is another document, with what the browser has stored. */
async function signIn() {
  await page().findByRole('heading', { name: 'Sign in' })
  signedIn = account
  cleanup()
  return open('/account')
}

test.each([
  ['who is on the waitlist', ownPlace, true],
  ['who is not', null, false],
])('the account menu leads to the conversations, and to the place for %s', async (_, place, isMember) => {
  network.use(onQuery('waitlist', 'mine', () => place))
  await open('/account')
  await waitFor(() => expect(name()).toHaveValue('Ana'))
  // closed, so that its links have no names
  const menu = document.getElementById('account-menu') as HTMLElement
  expect(within(menu).getByText('Your conversations').closest('a')).toHaveAttribute('href', '/chat')
  expect(within(menu).getByText('Your place').closest('a')).toHaveAttribute('href', '/waitlist')
  document.documentElement.removeAttribute('data-member')
  fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  await waitFor(() => expect(document.documentElement.hasAttribute('data-member')).toBe(isMember))
  await typist.click(page().getByRole('button', { name: 'Sign out' }))
  await page().findByRole('heading', { name: 'Sign in' })
  expect(document.documentElement.hasAttribute('data-member')).toBe(false)
})

test('after another user signed out, a sign-in shows only the new user’s account', async () => {
  await open('/account')
  await waitFor(() => expect(name()).toHaveValue('Ana'))
  await typist.click(page().getByRole('button', { name: 'Sign out' }))
  await signIn()
  await waitFor(() => expect(name()).toHaveValue('Bruno'))
  expect(screen.queryByText(ana.email)).not.toBeInTheDocument()
})

const question = () => screen.findByRole('alertdialog', { name: 'Sign out' })

test.each([
  ['stays signed in', 'Cancel', '/account'],
  ['signs out', 'Sign out', '/auth'],
])('signing out with unsent text asks in the page: a member %s after it', async (_what, answer, path) => {
  localStorage.setItem('duo.kept.one', '{"tab":{"text":"Half a thought","outgoing":null,"unconfirmed":[]}}')
  const router = await open('/account')
  await waitFor(() => expect(name()).toHaveValue('Ana'))
  await typist.click(page().getByRole('button', { name: 'Sign out' }))
  expect(await question()).toHaveAccessibleDescription(/not sent/)
  expect(within(await question()).getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await typist.click(within(await question()).getByRole('button', { name: answer }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await waitFor(() => expect(router.state.location.pathname).toBe(path))
  expect(localStorage.getItem('duo.kept.one') === null).toBe(path === '/auth')
})

test('Escape keeps the member signed in, and returns the focus', async () => {
  localStorage.setItem('duo.kept.one', '{"text":"Half a thought"}')
  const router = await open('/account')
  await waitFor(() => expect(name()).toHaveValue('Ana'))
  const button = page().getByRole('button', { name: 'Sign out' })
  await typist.click(button)
  await question()
  await typist.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(button).toHaveFocus()
  expect(router.state.location.pathname).toBe('/account')
})

test.each([
  ['the line is gone', () => HttpResponse.error()],
  ['a proxy answers for a server that is down', () => new HttpResponse('Bad gateway', { status: 502 })],
])('signing out while %s says that the user is still signed in, keeps page and drafts, and can be retried', async (_, answer) => {
  network.use(http.post('http://localhost:3000/api/auth/sign-out', answer, { once: true }))
  localStorage.setItem('duo.kept.one', '{"text":"Half a thought"}')
  const router = await open('/account')
  await waitFor(() => expect(name()).toHaveValue('Ana'))
  await typist.click(page().getByRole('button', { name: 'Sign out' }))
  await typist.click(within(await question()).getByRole('button', { name: 'Sign out' }))
  await waitFor(async () => expect(await question()).toHaveAccessibleDescription(/^You are still signed in here/))
  expect(router.state.location.pathname).toBe('/account')
  expect(localStorage.getItem('duo.kept.one')).not.toBeNull()
  await typist.click(within(await question()).getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(localStorage.getItem('duo.kept.one')).toBeNull()
})

test('after another user signed in elsewhere, the app shows no prefetched data of the previous user', async () => {
  const router = await open('/auth/recover')
  await router.preloadRoute({ to: '/account' })
  await screen.findByRole('button', { name: /Ana/ })
  signedIn = bruno
  localStorage.setItem(authKey, `signed_in ${Date.now() + 1}`)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: authKey })))
  await screen.findByRole('button', { name: /Bruno/ })
  await router.navigate({ to: '/account' })
  expect(name()).toHaveValue('Bruno')
})

const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('duo.kept.'))

test.each([
  ['stays for the same user', ana, ['duo.kept.of', 'duo.kept.one']],
  ['is deleted for another user', bruno, ['duo.kept.of']],
])('after a re-authentication, an unsent draft %s', async (_which, person, left) => {
  account = person
  localStorage.setItem('duo.kept.one', '{"text":"Half a thought"}')
  network.use(onMutation('auth', 'changeEmail', () => ({ error: 'sign_in_again' as const })))
  await open('/account')
  await typist.type(await page().findByRole('textbox', { name: 'New email' }), 'ana@new.example')
  await typist.type(page().getAllByLabelText('Current password')[0] as HTMLElement, 'three bees{Enter}')
  await typist.click(await page().findByRole('button', { name: 'Sign in again' }))
  await signIn()
  await waitFor(() => expect(name()).toHaveValue(person.user_metadata.full_name))
  await waitFor(() => expect(storedKeys().sort()).toEqual(left))
})

test.each([
  ['stays for the same user', ana, ['duo.kept.of', 'duo.kept.one']],
  ['is deleted for another user', bruno, ['duo.kept.of']],
])('after an expired session, an unsent draft %s', async (_which, person, left) => {
  account = person
  const router = await open('/auth/recover')
  await screen.findByRole('button', { name: /Ana/ })
  localStorage.setItem('duo.kept.one', '{"text":"Half a thought"}')
  signedIn = null
  await router.navigate({ to: '/account' })
  await signIn()
  await waitFor(() => expect(name()).toHaveValue(person.user_metadata.full_name))
  await waitFor(() => expect(storedKeys().sort()).toEqual(left))
})

test.each([
  ['deletes the user’s survey draft', ana.email, false],
  ['keeps another person’s survey draft', bruno.email, true],
])('signing out %s', async (_what, email, stays) => {
  const follow_up = { answers: { description: 'Bees' }, changedAt: '2026-11-21T10:00:00.000Z' }
  localStorage.setItem('duo.survey', JSON.stringify({ email, follow_up }))
  await open('/account')
  await typist.click(await page().findByRole('button', { name: 'Sign out' }))
  await page().findByRole('heading', { name: 'Sign in' })
  expect(localStorage.getItem('duo.survey') !== null).toBe(stays)
})

test('shows a saved name when the user returns to the account page', async () => {
  network.use(
    onMutation('auth', 'updateProfile', (input) => {
      signedIn = { ...ana, user_metadata: { full_name: input.name ?? '' } }
      return { error: null, user: signedIn }
    }),
  )
  const router = await open('/account')
  await waitFor(() => expect(name()).toHaveValue('Ana'))
  await typist.type(name(), ' Souza{Enter}')
  expect(await page().findByText('Saved.')).toBeVisible()
  await router.navigate({ to: '/marketplace' })
  await router.navigate({ to: '/account' })
  expect(name()).toHaveValue('Ana Souza')
})

test('a sign-in by another user in another tab replaces the account on the screen and discards unsaved input', async () => {
  await open('/account')
  await waitFor(() => expect(name()).toHaveValue('Ana'))
  await typist.type(name(), ' Souza')
  signedIn = bruno
  localStorage.setItem(authKey, `signed_in ${Date.now() + 1}`)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: authKey })))
  await waitFor(() => expect(name()).toHaveValue('Bruno'))
})

test('while the session cannot be loaded, the account page shows an error and can be retried', async () => {
  const broken = vi.fn()
  network.use(
    onQuery('auth', 'session', () => {
      broken()
      throw callFailure('unavailable')
    }),
  )
  const router = await open('/account', 'unknown')
  expect(router.state.matches.at(-1)?.error).toMatchObject({ data: { appCode: 'unavailable' } })
  expect(await page().findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  await waitFor(() => expect(broken).toHaveBeenCalledTimes(2))
  network.use(onQuery('auth', 'session', () => sessionOf(ana)))
  await typist.click(page().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(name()).toHaveValue('Ana'))
})

test('the failed account page opens the sign-in page once the visitor is known to be anonymous', async () => {
  signedIn = null
  const requests = vi.fn()
  network.use(
    onQuery('auth', 'session', () => {
      requests()
      throw callFailure('unavailable')
    }),
  )
  const router = await open('/account', 'unknown')
  await page().findByRole('heading', { name: 'Unexpected Application Error!' })
  await waitFor(() => expect(requests).toHaveBeenCalledTimes(2))
  network.use(onQuery('auth', 'session', () => null))
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page().findByRole('heading', { name: 'Sign in' })
  expect(router.state.location.search).toEqual({ mode: 'sign-in', next: '/account' })
})

test.each([
  ['/auth?mode=sign-in&next=%2Faccount', '/account'],
  ['/pt/auth?next=%2Faccount', '/pt/account'],
  ['/auth', '/'],
  ['/auth?next=%2F%2Fevil.example', '/'],
])('redirects signed-in users from %s to %s', async (address, target) => {
  const router = await open(address)
  await waitFor(() => expect(router.state.location.publicHref).toBe(target))
  expect(router.state.status).toBe('idle')
})

test.each([
  ['/auth', 'Create an account', '/share/en/home.png'],
  ['/pt/auth?mode=sign-in', 'Entrar', '/share/pt/home.png'],
])('the page %s has a share card and is not indexed', async (address, title, image) => {
  signedIn = null
  await open(address)
  await page().findByRole('heading', { name: title })
  const messageOf = (name: string) =>
    document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')
  expect(messageOf('og:title')).toBe(document.title)
  expect(messageOf('og:description')).toBe(messageOf('description'))
  expect(messageOf('og:image')).toBe(`https://duo.example${image}`)
  expect(messageOf('keywords')).toMatch(/Duo, /)
  expect(messageOf('robots')).toBe('noindex')
})
