import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Page as CancelChangePage } from '#account/ui/mail-links/cancel-change-page.tsx'
import { Page as NotMePage } from '#account/ui/mail-links/not-me-page.tsx'
import { Page as CancelRecoveryPage } from '#second-factor/ui/second-step/cancel-recovery-page.tsx'
import { ana, callFailure, onMutation, onQuery } from '#testing.tsx'
import type { OwnStatus } from '#waitlist/schema.ts'
import { showWelcome, welcomeKey } from '../header/welcome.ts'
import { Page as ForgotPasswordPage } from './forgot-password-page.tsx'
import { answerOf, open, requests } from './link-page-harness.tsx'
import { Page as ResetPage } from './reset-password-page.tsx'
import { Page as ConfirmPage } from './verify-email-page.tsx'

const session = {
  access_token: '',
  refresh_token: null,
  expires_in: 3600,
  expires_at: 4e9,
  token_type: 'bearer' as const,
  user: ana,
}

const invitedEntry: OwnStatus = {
  email: ana.email,
  position: 4,
  invitesLeft: 5,
  invites_count: 0,
  referral_code: 'K7Q2M9XW4T',
  referral_link: 'http://localhost:3000/?ref=K7Q2M9XW4T',
  inReview: 0,
  invitedAt: '2026-11-26T12:00:00.000Z',
  confirmed: true,
  joinedAt: '2026-11-20T12:00:00.000Z',
  explanation: { joinedAs: 4, gained: 0, others: 0, placesPerFriend: 100 },
  invitedAhead: 0,
  friends: [],
  history: [],
  mails: true,
  mailRefused: false,
  proven: true,
  ticket: 'a.b.c',
}

beforeEach(() =>
  network.use(
    onMutation('auth', 'checkReset', () => ({ error: null })),
    onQuery('waitlist', 'mine', () => null),
  ),
)
afterEach(() => {
  requests.length = 0
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
})

test('confirms once, signs in and redirects home with a welcome; the URL no longer contains the token', async () => {
  network.use(answerOf('confirmEmail', { error: null, status: 'confirmed', secondFactor: false }))
  network.use(onQuery('auth', 'session', () => session))
  const { auth } = await open('/auth/confirm', 'token', ConfirmPage)
  expect(await screen.findByText('at /')).toBeVisible()
  expect(sessionStorage.getItem(welcomeKey)).not.toBeNull()
  expect(auth.get()).toMatchObject({ status: 'signed_in', event: 'signed_in' })
  expect(requests).toEqual([{ token: 'token' }])
  expect(window.location.hash).toBe('')
})

test('redirects an already confirmed user to the sign-in page with a notice', async () => {
  network.use(answerOf('confirmEmail', { error: null, status: 'already', secondFactor: false }))
  network.use(onQuery('auth', 'session', () => null))
  const { router } = await open('/auth/confirm', 'token', ConfirmPage)
  expect(await screen.findByText('at /auth')).toBeVisible()
  expect(router.state.location.search).toMatchObject({ notice: 'confirmed' })
})

test('confirming an account with a second factor redirects to the second step and keeps the target', async () => {
  network.use(answerOf('confirmEmail', { error: null, status: 'confirmed', secondFactor: true }))
  const { router, auth } = await open('/auth/confirm?next=%2Fmarketplace', 'token', ConfirmPage)
  expect(await screen.findByText('at /auth/second-step')).toBeVisible()
  expect(router.state.location.search).toEqual({ next: '/marketplace' })
  expect(auth.get().status).toBe('signed_out')
})

test('redirects a confirmed user to the target page with a welcome', async () => {
  network.use(answerOf('confirmEmail', { error: null, status: 'confirmed', secondFactor: false }))
  network.use(onQuery('auth', 'session', () => session))
  const { router } = await open('/auth/confirm?next=%2Fmarketplace%3Fstart%3Dada', 'token', ConfirmPage)
  expect(await screen.findByText('at /marketplace')).toBeVisible()
  expect(router.state.location.search).toEqual({ start: 'ada' })
  expect(sessionStorage.getItem(welcomeKey)).not.toBeNull()
})

test.each([
  ['/auth/confirm', 'at /marketplace'],
  ['/auth/confirm?next=%2Faccount', 'at /account'],
])('who is invited to the beta lands where it begins, unless on the way to another page (%s)', async (path, text) => {
  network.use(answerOf('confirmEmail', { error: null, status: 'confirmed', secondFactor: false }))
  network.use(
    onQuery('auth', 'session', () => session),
    onQuery('waitlist', 'mine', () => invitedEntry),
  )
  await open(path, 'token', ConfirmPage)
  expect(await screen.findByText(text)).toBeVisible()
  showWelcome({ id: ana.id, email: ana.email, name: 'Ana', expiresAt: 4e9 })
  expect(await screen.findByText(/What your invitation gives you stands in your account/)).toBeVisible()
})

test('an unavailable waitlist does not keep a confirmed user from home', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(answerOf('confirmEmail', { error: null, status: 'confirmed', secondFactor: false }))
  network.use(
    onQuery('auth', 'session', () => session),
    onQuery('waitlist', 'mine', () => {
      throw callFailure('unavailable')
    }),
  )
  await open('/auth/confirm', 'token', ConfirmPage)
  expect(await screen.findByText('at /')).toBeVisible()
})

test('a manipulated link does not redirect to another site', async () => {
  network.use(answerOf('confirmEmail', { error: null, status: 'confirmed', secondFactor: false }))
  network.use(onQuery('auth', 'session', () => session))
  await open('/auth/confirm?next=%2F%2Fevil.example', 'token', ConfirmPage)
  expect(await screen.findByText('at /')).toBeVisible()
})

test('keeps the target page when the user must sign in first', async () => {
  network.use(answerOf('confirmEmail', { error: null, status: 'already', secondFactor: false }))
  network.use(onQuery('auth', 'session', () => null))
  const { router } = await open('/auth/confirm?next=%2Faccount', 'token', ConfirmPage)
  expect(await screen.findByText('at /auth')).toBeVisible()
  expect(router.state.location.search).toEqual({ mode: 'sign-in', next: '/account', notice: 'confirmed' })
})

test('a request for a new link keeps the target of the old one', async () => {
  network.use(answerOf('confirmEmail', { error: 'invalid_link' }))
  const { typist } = await open('/auth/confirm?next=%2Faccount', 'used-up', ConfirmPage)
  network.use(answerOf('sendConfirmation', { error: null }))
  network.use(onQuery('auth', 'options', () => ({ providers: [], confirmsEmail: true, sendsMail: true })))
  await typist.type(await screen.findByRole('textbox', { name: 'Email' }), 'ana@example.com')
  await typist.click(screen.getByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText(/If ana@example\.com is waiting/)).toBeVisible()
  expect(requests.at(-1)).toEqual({ email: 'ana@example.com', next: '/account' })
})

test('shows a message when an e-mail change is confirmed', async () => {
  network.use(answerOf('confirmEmail', { error: null, status: 'changed', secondFactor: false }))
  network.use(onQuery('auth', 'session', () => session))
  await open('/auth/confirm', 'token', ConfirmPage)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your email has changed' })).toHaveFocus())
  expect(screen.getByRole('link', { name: 'Go to your account' })).toHaveAttribute('href', '/account')
})

test('an invalid link offers a new one', async () => {
  network.use(answerOf('confirmEmail', { error: 'invalid_link' }))
  const { typist } = await open('/auth/confirm', 'used-up', ConfirmPage)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'This link no longer works' })).toHaveFocus())
  network.use(answerOf('sendConfirmation', { error: null }))
  await typist.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.com')
  await typist.click(screen.getByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText(/If ana@example\.com is waiting/)).toBeVisible()
})

test('the same link can be retried when the server was unreachable', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(http.post('http://localhost:3000/api/trpc/auth.confirmEmail', () => HttpResponse.error()))
  const { typist } = await open('/auth/confirm', 'token', ConfirmPage)
  const again = await screen.findByRole('button', { name: 'Try again' })
  network.use(answerOf('confirmEmail', { error: null, status: 'confirmed', secondFactor: false }))
  network.use(onQuery('auth', 'session', () => session))
  await typist.click(again)
  expect(await screen.findByText('at /')).toBeVisible()
  expect(requests).toEqual([{ token: 'token' }])
})

test('a reload keeps the link until it is used', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(http.post('http://localhost:3000/api/trpc/auth.confirmEmail', () => HttpResponse.error()))
  const { unmount } = await open('/auth/confirm', 'token', ConfirmPage)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(window.location.hash).toBe('')
  unmount()
  network.use(answerOf('confirmEmail', { error: null, status: 'changed', secondFactor: false }))
  network.use(onQuery('auth', 'session', () => session))
  await open('/auth/confirm', '', ConfirmPage, window.history.state)
  expect(await screen.findByRole('heading', { name: 'Your email has changed' })).toBeVisible()
  expect(requests).toEqual([{ token: 'token' }])
  expect(JSON.stringify(window.history.state)).not.toContain('token')
})

test('the same link can be retried after a rate limit', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(
    onMutation('auth', 'confirmEmail', () => {
      throw callFailure('too_many_requests', 58)
    }),
  )
  const { typist } = await open('/auth/confirm', 'token', ConfirmPage)
  expect(await screen.findByText(/^Too many attempts\. Wait 58 seconds/)).toBeVisible()
  network.use(answerOf('confirmEmail', { error: null, status: 'confirmed', secondFactor: false }))
  network.use(onQuery('auth', 'session', () => session))
  await typist.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('at /')).toBeVisible()
})

test('saves a new password, ends the session and opens the sign-in page', async () => {
  network.use(answerOf('resetPassword', { error: null }))
  const { router, auth, typist } = await open('/auth/reset', 'token', ResetPage)
  const password = await screen.findByLabelText('New password')
  await waitFor(() => expect(auth.get().event).toBe('password_recovery'))
  await typist.type(password, 'abc')
  await typist.click(screen.getByRole('button', { name: 'Save the password' }))
  expect(await screen.findByText('The password must have at least 6 characters.')).toBeVisible()
  expect(requests).toEqual([])
  await typist.type(password, ' and bees')
  await typist.click(screen.getByRole('button', { name: 'Save the password' }))
  expect(await screen.findByText('at /auth')).toBeVisible()
  expect(requests).toEqual([{ token: 'token', newPassword: 'abc and bees' }])
  expect(router.state.location.search).toMatchObject({ notice: 'reset' })
  expect(auth.get()).toMatchObject({ status: 'signed_out', event: 'signed_out' })
})

test('asking for a recovery link keeps the address, sends again and lets it be corrected', async () => {
  network.use(
    answerOf('requestPasswordReset', { error: null }),
    answerOf('options', { providers: [], confirmsEmail: true, sendsMail: true }),
  )
  const { typist } = await open('/auth/recover', '', ForgotPasswordPage)
  await typist.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.com{Enter}')
  expect(await screen.findByText(/If there is an account for ana@example\.com/)).toBeVisible()
  requests.length = 0
  await typist.click(screen.getByRole('button', { name: 'Send the email again' }))
  expect(await screen.findByText(/^Sent again, if there is an account for ana@example\.com/)).toBeVisible()
  expect(requests).toEqual([{ email: 'ana@example.com' }])
  expect(screen.getByText(/If there is an account for ana@example\.com, a link/)).toBeVisible()
  await typist.click(screen.getByRole('button', { name: 'Use another address' }))
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ana@example.com')
})

test('a reload keeps the recovery link until the new password is saved', async () => {
  network.use(answerOf('resetPassword', { error: null }))
  const { unmount } = await open('/auth/reset', 'token', ResetPage)
  await screen.findByLabelText('New password')
  unmount()
  const { typist } = await open('/auth/reset', '', ResetPage, window.history.state)
  await typist.type(await screen.findByLabelText('New password'), 'abc and bees{Enter}')
  expect(await screen.findByText('at /auth')).toBeVisible()
  expect(requests).toEqual([{ token: 'token', newPassword: 'abc and bees' }])
  expect(JSON.stringify(window.history.state)).not.toContain('token')
})

test('a used recovery link offers a new one before a password is typed', async () => {
  network.use(
    onMutation('auth', 'checkReset', ({ token }) => (token === 'used-up' ? { error: 'invalid_link' as const } : { error: null })),
  )
  await open('/auth/reset', 'used-up', ResetPage)
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/auth/recover')
  expect(JSON.stringify(window.history.state)).not.toContain('used-up')
})

test('a recovery link that is used meanwhile offers a new one', async () => {
  network.use(answerOf('resetPassword', { error: 'invalid_link' }))
  const { typist } = await open('/auth/reset', 'used-up', ResetPage)
  await typist.type(await screen.findByLabelText('New password'), 'abc and bees')
  await typist.click(screen.getByRole('button', { name: 'Save the password' }))
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/auth/recover')
})

test('the page for cancelling an e-mail change acts only when its button is pressed, and then offers a new password', async () => {
  const tokens: string[] = []
  network.use(
    onMutation('auth', 'cancelEmailChange', ({ token }) => {
      tokens.push(token)
      return { error: null }
    }),
  )
  const { typist } = await open('/auth/cancel-change', 'a.b.c', CancelChangePage)
  expect(await screen.findByRole('heading', { name: 'Keep your email?' })).toBeVisible()
  expect(window.location.hash).toBe('')
  expect(tokens).toEqual([])
  await typist.click(screen.getByRole('button', { name: 'Cancel the change' }))
  await waitFor(async () => expect(await screen.findByRole('heading', { name: 'The change is canceled' })).toHaveFocus())
  expect(tokens).toEqual(['a.b.c'])
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/auth/recover')
})

test('the page for cancelling an e-mail change reports an invalid link, and can be retried after a server error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(
    onMutation('auth', 'cancelEmailChange', () => {
      throw callFailure('internal')
    }),
  )
  const { typist } = await open('/auth/cancel-change', 'a.b.c', CancelChangePage)
  const button = await screen.findByRole('button', { name: 'Cancel the change' })
  await typist.click(button)
  expect(await screen.findByText('We could not cancel the change. Try again; your link still works.')).toBeVisible()
  network.use(onMutation('auth', 'cancelEmailChange', () => ({ error: 'invalid_link' as const })))
  await typist.click(button)
  await waitFor(async () => expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toHaveFocus())
})

test.each([
  ['here' as const, /on its way to this inbox/],
  ['elsewhere' as const, /on a device you have signed in on before/],
])('“That wasn’t me” asks first and shows where the recovery link goes: %s', async (mailed, text) => {
  network.use(answerOf('dispute', { error: null, mailed }))
  network.use(onQuery('auth', 'session', () => null))
  const { typist } = await open('/auth/not-me', 'a.b.c', NotMePage)
  const button = await screen.findByRole('button', { name: 'Sign out everywhere' })
  expect(requests).toEqual([])
  await typist.click(button)
  await waitFor(async () => expect(await screen.findByRole('heading', { name: 'Everyone is signed out' })).toHaveFocus())
  expect(screen.getByText(text)).toBeVisible()
  expect(requests).toEqual([{ token: 'a.b.c' }])
})

test('“That wasn’t me” shows a rate limit and reports a used link', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(
    onMutation('auth', 'dispute', () => {
      throw callFailure('too_many_requests', 58)
    }),
  )
  const { typist } = await open('/auth/not-me', 'a.b.c', NotMePage)
  await typist.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByText(/Too many attempts\. Wait 58 seconds/)).toBeVisible()
  network.use(answerOf('dispute', { error: 'invalid_link' }))
  await typist.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test.each([
  [null, 'Your second step stays', 'Choose a new password'],
  ['invalid_link' as const, 'This link no longer works', '← Back to home'],
])('only the button on the mailed page cancels the removal of a second step: %s', async (error, title, link) => {
  network.use(
    onMutation('auth', 'cancelFactorRecoveryByLink', (input) => {
      requests.push(input)
      return { error }
    }),
  )
  const { typist } = await open('/auth/cancel-recovery', 'token', CancelRecoveryPage)
  const button = await screen.findByRole('button', { name: 'Keep my second step' })
  expect(requests).toEqual([])
  await typist.click(button)
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: title })).toHaveFocus())
  expect(screen.getByRole('link', { name: link })).toBeVisible()
  expect(requests).toEqual([{ token: 'token' }])
})
