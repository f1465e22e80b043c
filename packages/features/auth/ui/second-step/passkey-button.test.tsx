import { network } from '@duo/platform/testing/component-setup.ts'
import { startAuthentication } from '@simplewebauthn/browser'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '../../../testing.tsx'
import { PasskeyButton } from './passkey-button.tsx'

vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: vi.fn(),
  WebAuthnAbortService: { cancelCeremony: () => {} },
}))

const user = { id: '1', email: 'ana@example.com', name: 'Ana' }
const asked: string[] = []
let signIn: () => Response

const onMessage = vi.fn()
const onDone = vi.fn(async () => {})
const open = () => renderPart(<PasskeyButton disabled={false} onBusy={() => {}} onMessage={onMessage} onDone={onDone} />)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
/** A browser that knows passkeys, and may offer them under the email field. */
const browser = (canOffer: boolean) =>
  vi.stubGlobal('PublicKeyCredential', Object.assign(class {}, { isConditionalMediationAvailable: async () => canOffer }))
const signed = { id: 'signed' } as never

beforeEach(() => {
  asked.length = 0
  onMessage.mockClear()
  onDone.mockClear()
  vi.mocked(startAuthentication).mockReset().mockResolvedValue(signed)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  signIn = () => HttpResponse.json({ user })
  network.use(
    http.post('http://localhost:3000/api/auth/*', ({ request }) => {
      const path = new URL(request.url).pathname.slice('/api/auth/'.length)
      asked.push(path)
      return path === 'passkey/sign-in' ? signIn() : HttpResponse.json({ challenge: 'abc' })
    }),
  )
  browser(false)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('signs in with the passkey that the person chooses, after the session before has ended', async () => {
  await open()
  await press()
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(user))
  expect(asked.slice(0, 3)).toEqual(['passkey/options', 'sign-out', 'passkey/sign-in'])
})

test.each([
  ['NotAllowedError', 'No passkey was used. Try again, or sign in with your password.'],
  ['NotSupportedError', 'This browser cannot use passkeys. Try another browser or device.'],
  ['TypeError', 'Error signing in. Try again.'],
])('says what happened when the browser uses none (%s), and ends no session', async (name, text) => {
  vi.mocked(startAuthentication).mockRejectedValue(Object.assign(new Error(), { name }))
  await open()
  await press()
  await waitFor(() => expect(onMessage).toHaveBeenLastCalledWith(text))
  expect(asked).not.toContain('sign-out')
  expect(screen.getByRole('button')).toBeEnabled()
})

test('says that a passkey opens no account any more', async () => {
  signIn = () => HttpResponse.json({ code: 'PASSKEY_REFUSED', message: 'refused' }, { status: 401 })
  await open()
  await press()
  await waitFor(() => expect(onMessage).toHaveBeenLastCalledWith(expect.stringMatching(/opens no account here any more/)))
  expect(onDone).not.toHaveBeenCalled()
})

test('where the browser can, passkeys are offered under the email field without a press', async () => {
  browser(true)
  await open()
  await waitFor(() => expect(onDone).toHaveBeenCalledWith(user))
  expect(startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'abc' }, useBrowserAutofill: true })
})

test('a refused offer is not made again and again', async () => {
  signIn = () => HttpResponse.json({ code: 'PASSKEY_REFUSED', message: 'refused' }, { status: 401 })
  browser(true)
  await open()
  await waitFor(() => expect(onMessage).toHaveBeenLastCalledWith(expect.stringMatching(/opens no account/)))
  expect(startAuthentication).toHaveBeenCalledOnce()
})

test('a browser without passkeys is asked for nothing', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  await open()
  await press()
  await waitFor(() => expect(onMessage).toHaveBeenLastCalledWith(expect.stringMatching(/cannot use passkeys/)))
  expect(startAuthentication).not.toHaveBeenCalled()
})
