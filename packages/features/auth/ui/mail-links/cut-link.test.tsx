import { network } from '@duo/platform/testing/component-setup.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Page as CancelChangePage } from '#account/ui/mail-links/cancel-change-page.tsx'
import { Page as NotMePage } from '#account/ui/mail-links/not-me-page.tsx'
import { Page as CancelRecoveryPage } from '#second-factor/ui/second-step/cancel-recovery-page.tsx'
import { callFailure, onMutation, onQuery } from '#testing.tsx'
import { answerOf, open, requests } from './link-page-harness.tsx'
import { Page as ResetPage } from './reset-password-page.tsx'
import { Page as ConfirmPage } from './verify-email-page.tsx'

const code = 'AB2C-D3EF-4GHJ'
const codes: string[] = []

beforeEach(() => {
  requests.length = 0
  codes.length = 0
  network.use(
    onQuery('auth', 'session', () => null),
    onMutation('auth', 'checkReset', () => ({ error: null })),
  )
})
afterEach(() => vi.restoreAllMocks())

/** The server knows one code, which it exchanges for `token` on this page. */
const codeOpens = (page: string, token: string) =>
  network.use(
    onMutation('auth', 'redeemMailCode', (input) => {
      codes.push(input.code)
      return input.code === code ? { error: null, page, token } : { error: 'wrong_code' as const }
    }),
  )

const pages = [
  ['/auth/confirm', ConfirmPage, 'Send a new link'],
  ['/auth/reset', ResetPage, 'Ask for a new link'],
  ['/auth/cancel-change', CancelChangePage, 'Choose a new password'],
  ['/auth/not-me', NotMePage, 'Choose a new password'],
  ['/auth/cancel-recovery', CancelRecoveryPage, 'Choose a new password'],
] as const

const cutTitle = { level: 1, name: 'Your mail program cut the link' }
const field = () => screen.getByRole('textbox', { name: 'Code' })

describe.each(pages)('%s without its token', (path, Page, other) => {
  test('says that the link was cut, and offers the code and another way', async () => {
    await open(path, '', Page)
    await waitFor(() => expect(screen.getByRole('heading', cutTitle)).toHaveFocus())
    expect(screen.queryByText(/already been used/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Use the code' })).toBeEnabled()
    expect(screen.getByText(other)).toBeVisible()
  })

  test('takes a whole line or link of the mail that was pasted into the field', async () => {
    codeOpens(path, 'from-the-mail')
    await open(path, '', Page)
    await screen.findByRole('heading', cutTitle)
    await userEvent.click(field())
    await userEvent.paste(`Open https://duo.example${path} and type this code: ${code}`)
    await userEvent.click(screen.getByRole('button', { name: 'Use the code' }))
    await waitFor(() => expect(screen.queryByRole('heading', cutTitle)).toBeNull())
    expect(codes).toEqual([code])
  })

  test('never reads a token in the query, and removes it from the URL', async () => {
    await open(`${path}?token=secret`, '', Page)
    expect(await screen.findByRole('heading', cutTitle)).toBeVisible()
    expect(window.location.search).toBe('')
    expect(requests).toEqual([])
    expect(JSON.stringify(window.history.state)).not.toContain('secret')
  })

  test('in Portuguese', async () => {
    document.documentElement.lang = 'pt-BR'
    await open(path, '', Page)
    expect(await screen.findByRole('heading', { level: 1, name: 'Seu programa de e-mail cortou o link' })).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Código' })).toHaveAccessibleDescription(/Doze letras e números/)
    expect(screen.getByRole('button', { name: 'Usar o código' })).toBeEnabled()
  })
})

test('the code of a recovery opens the form for a new password, also after a reload', async () => {
  codeOpens('/auth/reset', 'the-token')
  network.use(answerOf('resetPassword', { error: null }))
  const { typist, unmount } = await open('/auth/reset', '', ResetPage)
  await typist.type(await screen.findByRole('textbox', { name: 'Code' }), `${code}{Enter}`)
  expect(await screen.findByLabelText('New password')).toBeVisible()
  unmount()
  await open('/auth/reset', '', ResetPage, window.history.state)
  await typist.type(await screen.findByLabelText('New password'), 'abc and bees{Enter}')
  expect(await screen.findByText('at /auth')).toBeVisible()
  expect(requests).toEqual([{ token: 'the-token', newPassword: 'abc and bees' }])
})

test('the code of a confirmation confirms', async () => {
  codeOpens('/auth/confirm', 'the-token')
  network.use(answerOf('confirmEmail', { error: null, status: 'changed', secondFactor: false }))
  const { typist } = await open('/auth/confirm', '', ConfirmPage)
  await typist.type(await screen.findByRole('textbox', { name: 'Code' }), `${code}{Enter}`)
  expect(await screen.findByRole('heading', { name: 'Your email has changed' })).toBeVisible()
  expect(requests).toEqual([{ token: 'the-token' }])
})

test('the code of “That wasn’t me” acts only when the button is pressed', async () => {
  codeOpens('/auth/not-me', 'the-token')
  network.use(answerOf('dispute', { error: null, mailed: 'here' }))
  const { typist } = await open('/auth/not-me', '', NotMePage)
  await typist.type(await screen.findByRole('textbox', { name: 'Code' }), `${code}{Enter}`)
  const button = await screen.findByRole('button', { name: 'Sign out everywhere' })
  expect(requests).toEqual([])
  await typist.click(button)
  expect(await screen.findByRole('heading', { name: 'Everyone is signed out' })).toBeVisible()
  expect(requests).toEqual([{ token: 'the-token' }])
})

test('a wrong code is explained and selected, a failure can be retried, and an empty field sends nothing', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  codeOpens('/auth/cancel-change', 'the-token')
  const { typist } = await open('/auth/cancel-change', '', CancelChangePage)
  await typist.click(await screen.findByRole('button', { name: 'Use the code' }))
  expect(field()).toHaveAccessibleDescription(/Type the code from the email/)
  await typist.type(field(), 'AAAA{Enter}')
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/This code does not work.*five wrong tries/))
  expect(field()).toHaveFocus()
  await typist.keyboard(code)
  expect(field()).toHaveValue(code)
  expect(field()).not.toHaveAccessibleDescription(/does not work/)
  network.use(
    onMutation('auth', 'redeemMailCode', () => {
      throw callFailure('unavailable')
    }),
  )
  await typist.keyboard('{Enter}')
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/could not check the code/))
  codeOpens('/auth/cancel-change', 'the-token')
  await typist.keyboard(`${code}{Enter}`)
  expect(await screen.findByRole('button', { name: 'Cancel the change' })).toBeEnabled()
  expect(codes).toEqual(['AAAA', code])
})

test('a link that lost its end, or was used, also takes the code', async () => {
  network.use(answerOf('confirmEmail', { error: 'invalid_link' }))
  codeOpens('/auth/confirm', 'the-token')
  const { typist } = await open('/auth/confirm', 'the-tok', ConfirmPage)
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  network.use(answerOf('confirmEmail', { error: null, status: 'changed', secondFactor: false }))
  await typist.type(field(), `${code}{Enter}`)
  expect(await screen.findByRole('heading', { name: 'Your email has changed' })).toBeVisible()
  expect(requests).toEqual([{ token: 'the-tok' }, { token: 'the-token' }])
})

test.each(['#%23a.b.c', '##a.b.c', '#a.b.c).', '#a.b.c&utm_source=mail', '#a.b.c?x=1'])(
  'reads the token of %s, which a mail program changed',
  async (hash) => {
    network.use(answerOf('dispute', { error: null, mailed: 'here' }))
    const { typist } = await open('/auth/not-me', hash.slice(1), NotMePage)
    await typist.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByRole('heading', { name: 'Everyone is signed out' })).toBeVisible()
    expect(requests).toEqual([{ token: 'a.b.c' }])
  },
)

test('an anchor of the page is no token', async () => {
  const content = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'content' }))
  network.use(answerOf('confirmEmail', { error: 'invalid_link' }))
  await open('/auth/confirm', '', ConfirmPage)
  await screen.findByRole('heading', cutTitle)
  act(() => {
    window.location.hash = 'content'
  })
  await act(() => new Promise((done) => window.addEventListener('hashchange', done, { once: true })))
  expect(screen.getByRole('heading', cutTitle)).toBeVisible()
  expect(requests).toEqual([])
  content.remove()
})
