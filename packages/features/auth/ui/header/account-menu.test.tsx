import { localeFromPath } from '@duo/platform/shared/locale.ts'
import { network } from '@duo/platform/testing/component-setup.ts'
import { RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createTRPCClient, httpLink } from '@trpc/client'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAppRouter } from '../../../client.ts'
import type { AppRouter } from '../../../server.ts'
import { authKey } from '../../../session/ui/session-events.ts'
import { toSessionState } from '../../../session/ui/session-store.ts'
import { ana, callFailure, noFactors, onMutation, onQuery } from '../../../testing.tsx'

const bruno = { ...ana, id: '2', email: 'bruno@example.com', user_metadata: { full_name: 'Bruno' } }

/** Who is signed in, as the server knows it. */
let signedIn: typeof ana | null
/** Who the password belongs to. */
let comes: typeof ana
const typist = userEvent.setup()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  signedIn = ana
  comes = bruno
  const mine = <Answer,>(answer: (user: typeof ana) => Answer) => {
    if (!signedIn) throw callFailure('unauthorized')
    return answer(signedIn)
  }
  network.use(
    onQuery('auth', 'account', () =>
      mine((user) => ({ user, hasPassword: true, providers: [], pendingEmail: null, secondFactors: noFactors })),
    ),
    onQuery('auth', 'session', () => signedIn && sessionOf(signedIn)),
    onQuery('auth', 'activity', () => ({ events: [] })),
    onQuery('auth', 'sessions', () => mine(() => ({ sessions: [] }))),
    onQuery('auth', 'options', () => ({ providers: [], confirmsEmail: true })),
    onQuery('billing', 'subscription', () => {
      throw callFailure('unavailable')
    }),
    onQuery('marketplace', 'agents', () => ({ agents: [] })),
    http.post('http://localhost:3000/api/auth/sign-out', () => {
      signedIn = null
      return HttpResponse.json({ success: true })
    }),
    http.post('http://localhost:3000/api/auth/sign-in/email', () => {
      signedIn = comes
      return HttpResponse.json({ user: { id: comes.id, email: comes.email, name: comes.user_metadata.full_name } })
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

/** The product at an address, as the browser has it once the server's page is there. */
async function open(address: string, known: 'known' | 'unknown' = 'known') {
  window.history.replaceState(null, '', address)
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: 'http://localhost:3000/api/trpc', methodOverride: 'POST' })],
  })
  const locale = localeFromPath(address)
  document.documentElement.lang = locale
  const router = createAppRouter({ api: async () => client, locale, origin: 'https://duo.example' })
  const viewer = signedIn && { id: signedIn.id, email: signedIn.email, name: signedIn.user_metadata.full_name, expiresAt: 4e9 }
  await router.options.hydrate?.({ auth: toSessionState(null, known === 'known' ? viewer : undefined) })
  await router.load()
  render(<RouterProvider router={router} />, { container: document as never })
  return router
}

const page = () => within(screen.getByRole('main'))
const name = () => page().getByRole('textbox', { name: 'Full Name' })

async function signIn() {
  await page().findByRole('heading', { name: 'Sign in' })
  await typist.type(page().getByRole('textbox', { name: 'Email' }), comes.email)
  await typist.type(page().getByLabelText('Password'), 'four bees')
  await typist.click(page().getByRole('button', { name: 'Sign in' }))
}

async function signInAsBruno(router: Awaited<ReturnType<typeof open>>) {
  await signIn()
  await waitFor(() => expect(router.state.location.pathname).toBe('/marketplace'))
}

test('who signs in where somebody else was sees their own account, and nothing of the other', async () => {
  const router = await open('/account')
  await waitFor(() => expect(name()).toHaveValue('Ana'))
  await typist.click(page().getByRole('button', { name: 'Log out' }))
  await signInAsBruno(router)
  await router.navigate({ to: '/account' })
  expect(name()).toHaveValue('Bruno')
  expect(screen.queryByText(ana.email)).not.toBeInTheDocument()
})

test('nor anything that was fetched for the other in advance', async () => {
  const router = await open('/auth/recover')
  await router.preloadRoute({ to: '/account' })
  await typist.click(await screen.findByRole('button', { name: /Ana/ }))
  await typist.click(await screen.findByRole('button', { name: 'Log out' }))
  await signInAsBruno(router)
  await router.navigate({ to: '/account' })
  expect(name()).toHaveValue('Bruno')
})

const keptOf = () => Object.keys(localStorage).filter((key) => key.startsWith('duo.kept.'))

test.each([
  ['stays for them', ana, ['duo.kept.of', 'duo.kept.one']],
  ['goes when it is somebody else who signs in', bruno, ['duo.kept.of']],
])('what one has not sent when asked to sign in again %s', async (_which, person, left) => {
  comes = person
  localStorage.setItem('duo.kept.one', '{"text":"Half a thought"}')
  network.use(onMutation('auth', 'changeEmail', () => ({ error: 'sign_in_again' as const })))
  await open('/account')
  await typist.type(await page().findByRole('textbox', { name: 'New email' }), 'ana@new.example')
  await typist.type(page().getAllByLabelText('Current password')[0] as HTMLElement, 'three bees{Enter}')
  await typist.click(await page().findByRole('button', { name: 'Sign in again' }))
  await signIn()
  await waitFor(() => expect(name()).toHaveValue(person.user_metadata.full_name))
  await waitFor(() => expect(keptOf().sort()).toEqual(left))
})

test.each([
  ['stays for them', ana, ['duo.kept.of', 'duo.kept.one']],
  ['goes when it is somebody else who signs in', bruno, ['duo.kept.of']],
])('what one has not sent when the session ends by itself %s', async (_which, person, left) => {
  comes = person
  const router = await open('/auth/recover')
  await screen.findByRole('button', { name: /Ana/ })
  localStorage.setItem('duo.kept.one', '{"text":"Half a thought"}')
  signedIn = null
  await router.navigate({ to: '/account' })
  await signIn()
  await waitFor(() => expect(name()).toHaveValue(person.user_metadata.full_name))
  await waitFor(() => expect(keptOf().sort()).toEqual(left))
})

test.each([
  ['goes with a sign-out', ana.email, false],
  ["stays when it is somebody else's", bruno.email, true],
])('a survey that was begun in this browser %s', async (_what, email, stays) => {
  const follow_up = { answers: { description: 'Bees' }, changedAt: '2026-11-21T10:00:00.000Z' }
  localStorage.setItem('duo.survey', JSON.stringify({ email, follow_up }))
  await open('/account')
  await typist.click(await page().findByRole('button', { name: 'Log out' }))
  await page().findByRole('heading', { name: 'Sign in' })
  expect(localStorage.getItem('duo.survey') !== null).toBe(stays)
})

test('the way back to the sign-in page leads on who has signed in meanwhile', async () => {
  signedIn = null
  const router = await open('/auth?mode=sign-in')
  await signInAsBruno(router)
  router.history.back()
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(signedIn).toBe(bruno)
})

test('a name that was saved is the one that the account shows when one comes back to it', async () => {
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

test('somebody else in another tab: the account on the screen becomes theirs, with nothing typed left in it', async () => {
  await open('/account')
  await waitFor(() => expect(name()).toHaveValue('Ana'))
  await typist.type(name(), ' Souza')
  signedIn = bruno
  localStorage.setItem(authKey, `signed_in ${Date.now() + 1}`)
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: authKey })))
  await waitFor(() => expect(name()).toHaveValue('Bruno'))
})

test('while nobody can be asked who is there, the account says so and stays the page that was asked for', async () => {
  const broken = vi.fn()
  network.use(
    onQuery('auth', 'session', () => {
      broken()
      throw callFailure('unavailable')
    }),
  )
  const router = await open('/account', 'unknown')
  // which decides on the page's status
  expect(router.state.matches.at(-1)?.error).toMatchObject({ data: { appCode: 'unavailable' } })
  expect(await page().findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  // by the page's loader, and by the page
  await waitFor(() => expect(broken).toHaveBeenCalledTimes(2))
  network.use(onQuery('auth', 'session', () => sessionOf(ana)))
  await typist.click(page().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(name()).toHaveValue('Ana'))
})

test('once it is known that nobody is there, the account that could not be shown leads to signing in', async () => {
  signedIn = null
  const asked = vi.fn()
  network.use(
    onQuery('auth', 'session', () => {
      asked()
      throw callFailure('unavailable')
    }),
  )
  const router = await open('/account', 'unknown')
  await page().findByRole('heading', { name: 'Unexpected Application Error!' })
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
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
])('who is signed in is led on from %s to %s', async (address, there) => {
  const router = await open(address)
  await waitFor(() => expect(router.state.location.publicHref).toBe(there))
  expect(router.state.status).toBe('idle')
})

test.each([
  ['/auth', 'Create an account', '/share/en/home.png'],
  ['/pt/auth?mode=sign-in', 'Entrar', '/share/pt/home.png'],
])('the link %s shows a card where it is shared, and no search engine lists it', async (address, title, image) => {
  signedIn = null
  await open(address)
  await page().findByRole('heading', { name: title })
  const said = (name: string) =>
    document.head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')
  expect(said('og:title')).toBe(document.title)
  expect(said('og:description')).toBe(said('description'))
  expect(said('og:image')).toBe(`https://duo.example${image}`)
  expect(said('keywords')).toMatch(/Duo, /)
  expect(said('robots')).toBe('noindex')
})
