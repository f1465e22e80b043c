import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { ana, callFailure, noFactors, onMutation, onQuery, renderPart } from '#testing.tsx'
import type { Account } from '../../schema.ts'
import { DeleteAccount } from './delete-account.tsx'

const requests: unknown[] = []
const erases = (error: 'wrong_password' | 'sign_in_again' | null) =>
  network.use(
    onMutation('auth', 'erase', (input) => {
      requests.push(input)
      return { error }
    }),
    http.post('http://localhost:3000/api/auth/sign-out', () => HttpResponse.json({ success: true })),
  )

async function open(hasPassword: boolean) {
  const account: Account = {
    user: ana,
    hasPassword,
    providers: [],
    pendingEmail: null,
    pendingEmailRefused: false,
    secondFactors: noFactors,
  }
  const onErased = vi.fn()
  await renderPart(<DeleteAccount account={account} onErased={onErased} />)
  const typist = userEvent.setup()
  await typist.click(screen.getByRole('button', { name: 'Delete the account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  return { typist, dialog, onErased, erase: dialog.getByRole('button', { name: 'Delete for good' }) }
}

beforeEach(() => {
  requests.length = 0
})

test('deletes nothing without the correct password, whose field gets the focus', async () => {
  erases('wrong_password')
  const { typist, dialog, onErased, erase } = await open(true)
  const password = dialog.getByLabelText('Current password')
  await typist.click(erase)
  expect(password).toHaveFocus()
  expect(password).toBeInvalid()
  expect(requests).toEqual([])
  await typist.type(password, 'not it')
  await typist.click(erase)
  expect(await dialog.findByText('That is not your current password.')).toBeVisible()
  await waitFor(() => expect(password).toHaveFocus())
  expect(onErased).not.toHaveBeenCalled()
})

test('the correct password deletes the account', async () => {
  erases(null)
  const { typist, dialog, onErased, erase } = await open(true)
  await typist.type(dialog.getByLabelText('Current password'), 'three bees')
  await typist.click(erase)
  await vi.waitFor(() => expect(onErased).toHaveBeenCalledExactlyOnceWith(true))
  expect(requests).toEqual([{ password: 'three bees' }])
})

test('closes without confirming a deletion when the session ends after a lost response; otherwise shows an error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const expired = onMutation('auth', 'erase', () => {
    throw callFailure('unauthorized')
  })
  network.use(
    expired,
    onQuery('auth', 'session', () => null),
    http.post('http://localhost:3000/api/auth/sign-out', () => HttpResponse.json({ success: true })),
  )
  const { typist, dialog, onErased, erase } = await open(true)
  const failed = () => dialog.findByText('That did not work. Try again in a moment.')
  await typist.type(dialog.getByLabelText('Current password'), 'three bees')
  await typist.click(erase)
  expect(await failed()).toBeVisible()
  network.use(http.post('http://localhost:3000/api/trpc/auth.erase', () => HttpResponse.error()))
  await typist.click(erase)
  expect(await failed()).toBeVisible()
  expect(onErased).not.toHaveBeenCalled()
  network.use(expired)
  await typist.click(erase)
  await waitFor(() => expect(onErased).toHaveBeenCalledExactlyOnceWith(false))
  vi.restoreAllMocks()
})

test('the dialog cannot be closed while the deletion runs', async () => {
  let respond = () => {}
  network.use(onMutation('auth', 'erase', () => new Promise((resolve) => (respond = () => resolve({ error: 'wrong_password' })))))
  const { typist, dialog, erase } = await open(true)
  const keep = dialog.getByRole('button', { name: 'Keep my account' })
  await typist.type(dialog.getByLabelText('Current password'), 'three bees')
  await typist.click(erase)
  expect(keep).toBeDisabled()
  await typist.keyboard('{Escape}')
  expect(keep).toBeVisible()
  await waitFor(() => {
    respond()
    expect(keep).toBeEnabled()
  })
  await typist.click(keep)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a user without a password must sign in again first', async () => {
  erases('sign_in_again')
  const { typist, dialog, onErased, erase } = await open(false)
  await typist.click(erase)
  expect(await dialog.findByRole('button', { name: 'Sign in again' })).toBeVisible()
  expect(requests).toEqual([{ password: null }])
  expect(onErased).not.toHaveBeenCalled()
})
