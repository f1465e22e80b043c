import { network } from '@duo/platform/testing/component-setup.ts'
import { startAuthentication } from '@simplewebauthn/browser'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeSignIn, go, message, openSignIn } from '#auth/ui/sign-in/testing.tsx'
import { ana, onMutation, onQuery } from '#testing.tsx'
import type { PasskeySignInResult } from '../../schema.ts'
import { startSignInPage } from '../sign-in-script.ts'
import { PasskeyButton } from './passkey-button.tsx'

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: vi.fn(),
  WebAuthnAbortService: { cancelCeremony: () => {} },
}))

const user = { id: '1', email: 'ana@example.com', name: 'Ana' }
const requests: string[] = []
let signIn: () => PasskeySignInResult

const open = () =>
  openSignIn({ address: '/auth?mode=sign-in&next=/pricing', formless: <PasskeyButton />, start: startSignInPage })
const button = () => screen.getByRole('button', { name: 'Sign in with a passkey' })
const press = () => userEvent.click(button())
const signedIn = () => waitFor(() => expect(go.replace).toHaveBeenCalledWith('/pricing'))
/** A browser with passkeys, optionally with autofill. */
const browser = (canOffer: boolean) =>
  vi.stubGlobal('PublicKeyCredential', Object.assign(class {}, { isConditionalMediationAvailable: async () => canOffer }))
const signed = { id: 'signed' } as never

beforeEach(() => {
  requests.length = 0
  vi.mocked(startAuthentication).mockReset().mockResolvedValue(signed)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  signIn = () => ({ error: null, user })
  network.use(
    http.post('http://localhost:3000/api/auth/sign-out', () => {
      requests.push('sign-out')
      return HttpResponse.json({ success: true })
    }),
    onMutation('auth', 'passkeySignInOptions', () => {
      requests.push('passkeySignInOptions')
      return { challenge: 'abc' }
    }),
    onMutation('auth', 'signInWithPasskey', () => {
      requests.push('signInWithPasskey')
      return signIn()
    }),
    onQuery('auth', 'session', () => ({
      access_token: null,
      refresh_token: null,
      expires_in: 3600,
      expires_at: 4e9,
      token_type: 'bearer' as const,
      user: ana,
    })),
  )
  browser(false)
})
afterEach(() => {
  closeSignIn()
  vi.restoreAllMocks()
})

test('ends the earlier session and then signs in with the selected passkey', async () => {
  await open()
  await press()
  await signedIn()
  expect(requests.slice(0, 3)).toEqual(['passkeySignInOptions', 'sign-out', 'signInWithPasskey'])
})

test.each([
  ['NotAllowedError', 'No passkey was used. Try again, or sign in with your password.'],
  ['NotSupportedError', 'This browser cannot use passkeys. Try another browser or device.'],
  ['TypeError', 'Error signing in. Try again.'],
])('shows an error when the browser uses no passkey (%s) and keeps the session', async (name, text) => {
  vi.mocked(startAuthentication).mockRejectedValue(Object.assign(new Error(), { name }))
  await open()
  await press()
  await waitFor(() => expect(message()).toHaveTextContent(text))
  expect(requests).not.toContain('sign-out')
  expect(button()).toBeEnabled()
})

test('shows an error for a passkey that no longer opens an account', async () => {
  signIn = () => ({ error: 'passkey_refused' })
  await open()
  await press()
  await waitFor(() => expect(message()).toHaveTextContent(/no longer opens an account/))
  expect(go.replace).not.toHaveBeenCalled()
})

test('offers passkeys as autofill where the browser supports it', async () => {
  browser(true)
  await open()
  await signedIn()
  expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' }, useBrowserAutofill: true })
})

test('does not offer autofill again after a refused passkey', async () => {
  signIn = () => ({ error: 'passkey_refused' })
  browser(true)
  await open()
  await waitFor(() => expect(message()).toHaveTextContent(/no longer opens an account/))
  expect(startAuthentication).toHaveBeenCalledOnce()
})

test('shows an error in a browser without passkeys', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  await open()
  await press()
  await waitFor(() => expect(message()).toHaveTextContent(/cannot use passkeys/))
  expect(startAuthentication).not.toHaveBeenCalled()
})
