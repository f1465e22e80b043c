import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authKey } from '#session/ui/session-events.ts'
import { onQuery } from '#testing.tsx'
import { closeSignIn, go, openSignIn } from '../sign-in/testing.tsx'
import { startSignIn } from './sign-in-script.ts'

const input = (name: string) => document.querySelector<HTMLInputElement>(`form [name=${name}]`) as HTMLInputElement
const submit = () => document.querySelector<HTMLButtonElement>('form [type=submit]') as HTMLButtonElement
const comeBack = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
const google = () => screen.getByRole('button', { name: 'Continue with Google' })

beforeEach(() => {
  network.use(onQuery('auth', 'options', () => ({ providers: [], confirmsEmail: true, sendsMail: true })))
})
afterEach(() => {
  closeSignIn()
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'signed-in=; max-age=0'
  vi.restoreAllMocks()
})

test.each(['/auth', '/auth?mode=sign-in'])('without its script, no button of %s sends anything', async (address) => {
  await openSignIn({ address, start: () => {} })
  expect(submit()).toBeDisabled()
  expect(google()).toBeDisabled()
})

test('keeps what was typed, and the box that was checked, before the script ran', async () => {
  await openSignIn({
    address: '/auth?mode=sign-up#invitation=ana%40example.com',
    start: (signal) => {
      input('name').value = 'Bia'
      input('email').value = 'bia@example.com'
      input('privacy').checked = true
      startSignIn(signal)
    },
  })
  expect([input('name').value, input('email').value]).toEqual(['Bia', 'bia@example.com'])
  expect(submit()).toBeEnabled()
})

test('another invitation in the address replaces the one before, not what was typed', async () => {
  const { typist } = await openSignIn({ address: '/auth?mode=sign-up#invitation=ana%40example.com' })
  const followInvitation = (hash: string) => {
    vi.stubGlobal('location', { ...location, hash, ...go })
    window.dispatchEvent(new HashChangeEvent('hashchange'))
  }
  followInvitation('#invitation=bia%40example.com')
  expect(input('email')).toHaveValue('bia@example.com')
  expect(screen.getByText(/bia@example\.com/)).toBeVisible()
  await typist.clear(input('email'))
  await typist.type(input('email'), 'caio@example.com')
  followInvitation('#invitation=ana%40example.com')
  expect(input('email')).toHaveValue('caio@example.com')
})

test('a request that a cached page left behind neither frees the next one nor speaks for it', async () => {
  const failures = vi.spyOn(console, 'error').mockImplementation(() => {})
  const pending: ((answer: Response) => void)[] = []
  network.use(
    http.post('http://localhost:3000/api/auth/*', ({ request }) =>
      request.url.endsWith('sign-out')
        ? HttpResponse.json({ success: true })
        : new Promise<Response>((resolve) => pending.push(resolve)),
    ),
  )
  const { typist } = await openSignIn({ address: '/auth?mode=sign-in' })
  await typist.type(input('email'), 'ana@example.com')
  await typist.type(input('password'), 'secret bees')
  await typist.click(submit())
  await waitFor(() => expect(pending).toHaveLength(1))
  comeBack(true)
  await typist.click(submit())
  await waitFor(() => expect(pending).toHaveLength(2))
  pending[0]?.(HttpResponse.error())
  await waitFor(() => expect(failures).toHaveBeenCalled())
  expect(submit()).toBeDisabled()
  pending[1]?.(HttpResponse.json({ code: 'INVALID_EMAIL_OR_PASSWORD' }, { status: 401 }))
  await waitFor(() => expect(submit()).toBeEnabled())
})

test('an invitation goes with the link to the other form', async () => {
  const { typist } = await openSignIn({ address: '/auth?mode=sign-up#invitation=ana%40example.com' })
  await typist.click(screen.getByRole('link', { name: 'Already have an account? Sign in' }))
  expect(go.replace).toHaveBeenCalledWith('http://localhost:3000/auth?mode=sign-in#invitation=ana%40example.com')
})

test('leaves for the provider, which comes back to the requested page or to this form', async () => {
  const bodies: unknown[] = []
  network.use(
    http.post('http://localhost:3000/api/auth/*', async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(request.url.endsWith('social') ? { url: 'https://provider.example/go' } : { success: true })
    }),
  )
  const { typist } = await openSignIn({ address: '/auth?mode=sign-in&next=/account' })
  await typist.click(google())
  await waitFor(() => expect(go.assign).toHaveBeenCalledWith('https://provider.example/go'))
  expect(bodies.at(-1)).toEqual({
    provider: 'google',
    callbackURL: '/account',
    errorCallbackURL: '/auth?provider=google&mode=sign-in&next=%2Faccount',
  })
  expect(google()).toBeDisabled()
  expect(google()).toHaveAttribute('aria-busy', 'true')
})

test('in the browser of another app, the address takes the place of the providers', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone) AppleWebKit Mobile Instagram 390.0')
  await openSignIn({ address: '/auth?mode=sign-in' })
  expect(screen.getByRole('heading', { name: 'Open Duo in your browser' })).toBeVisible()
  const address = 'http://localhost:3000/auth?mode=sign-in'
  expect(screen.getByRole('textbox', { name: 'Address of this page' })).toHaveValue(address)
  expect(screen.getByRole('button', { name: 'Copy link' })).toHaveAttribute('data-copy', address)
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull()
})

test.each([true, false])('says at once that cookies are blocked, if they are: %s', async (areKept) => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(areKept)
  await openSignIn({})
  expect(screen.queryAllByText(/Your browser blocks cookies/).some((text) => text.closest('[hidden]') === null)).toBe(!areKept)
})

test('says how hard a new password is to guess, once typing pauses, until it changes', async () => {
  const { typist } = await openSignIn({})
  await typist.type(input('password'), 'password1')
  const rating = await screen.findByText(/on lists that attackers try first/)
  expect(rating).toBeVisible()
  expect(input('password')).toHaveAccessibleDescription(/At least 6 characters.*on lists/)
  await typist.type(input('password'), 'x')
  expect(rating).not.toBeInTheDocument()
  await typist.clear(input('password'))
  await typist.type(input('password'), 'seven quiet bees at noon')
  expect(await screen.findByText(/Hard to guess/)).toBeVisible()
})

describe('a page that is not where its visitor belongs any more', () => {
  test('loads again when another tab has signed in, not when it has signed out', async () => {
    await openSignIn({})
    window.dispatchEvent(new StorageEvent('storage', { key: authKey, newValue: 'signed_out 1' }))
    expect(go.reload).not.toHaveBeenCalled()
    window.dispatchEvent(new StorageEvent('storage', { key: authKey, newValue: 'signed_in 1' }))
    expect(go.reload).toHaveBeenCalledOnce()
  })

  test('loads again when it comes back from the browser’s cache after a sign-in', async () => {
    await openSignIn({})
    // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
    document.cookie = 'signed-in=1'
    comeBack(false)
    expect(go.reload).not.toHaveBeenCalled()
    comeBack(true)
    expect(go.reload).toHaveBeenCalledOnce()
  })

  test('comes back from the provider with buttons that work', async () => {
    network.use(
      http.post('http://localhost:3000/api/auth/*', () => HttpResponse.json({ success: true, url: 'https://provider.example' })),
    )
    const { typist } = await openSignIn({ address: '/auth?mode=sign-in' })
    await typist.click(google())
    await waitFor(() => expect(go.assign).toHaveBeenCalled())
    comeBack(true)
    expect(google()).toBeEnabled()
    expect(submit()).toBeEnabled()
    expect(go.reload).not.toHaveBeenCalled()
  })
})
