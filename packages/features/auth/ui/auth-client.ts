import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { deleteKey, isFinal, keyOf } from '@duo/platform/browser/idempotency-key.ts'
import { authKey } from '../../session/ui/session-events.ts'

/** `retryAfter`: seconds. `clockOff`: only with `CLOCK_OFF`. */
export interface AuthError {
  code: string
  message: string
  retryAfter: number | null
  clockOff?: number | undefined
}

/** Network and server failures are thrown. */
export type AuthResult<Data> = { refusal: AuthError; data: null } | { refusal: null; data: Data }

export interface SignedInUser {
  id: string
  email: string
  name: string
}

export type ProviderId = 'google' | 'linkedin' | 'twitter'

/** Calls better-auth. Its own client adds 11 kB (gzip) that our server-rendered state does not need. */
export async function callAuth<Data>(path: string, body: object = {}): Promise<AuthResult<Data>> {
  return (await sendAuthCall<Data>(path, body)).answer
}

async function sendAuthCall<Data>(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetchWithTimeout(`${location.origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { response, answer: await readAuthResult<Data>(path, response) }
}

async function readAuthResult<Data>(path: string, response: Response): Promise<AuthResult<Data>> {
  const data: unknown = await response.json()
  if (response.ok) return { refusal: null, data: data as Data }
  const { code, message, clockOff } = (data ?? {}) as Partial<AuthError>
  if (typeof code !== 'string' && typeof message !== 'string') throw new Error(`${path} returned ${response.status}`)
  if (response.status === 500) throw new Error(`${path} failed`)
  const retryAfter = Number(response.headers.get('Retry-After')) || null
  return { refusal: { code: code ?? '', message: message ?? '', retryAfter, clockOff }, data: null }
}

/** Clears this browser's account data and ends an earlier session (spec, section 4). Failures are ignored. Unsent drafts stay. */
export async function resetClientState(): Promise<void> {
  for (const store of ['localStorage', 'sessionStorage'] as const) clearStorage(store)
  try {
    await callAuth('sign-out')
  } catch (error) {
    console.error(error)
  }
}

function clearStorage(name: 'localStorage' | 'sessionStorage', prefix = authKey) {
  try {
    const store = window[name]
    for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key)
  } catch {
    // blocked storage contains nothing
  }
}

interface SignUp {
  name: string
  email: string
  password: string
  language: string
  next?: string | undefined
}

const signUpKey = 'auth.sign-up'

/** Retries a lost response under its idempotency key. The replay signs no one in, so with `signsIn` the password does. */
export async function signUp(input: SignUp, { signsIn = false } = {}): Promise<AuthResult<{ user: SignedInUser }>> {
  await resetClientState()
  const { name, email, language, next, password } = input
  const send = () =>
    sendAuthCall<{ user: SignedInUser }>('sign-up/email', input, {
      'Idempotency-Key': keyOf(signUpKey, { name, email, language, next }),
    })
  let { response, answer } = await send()
  if (response.status === 409) {
    deleteKey(signUpKey)
    ;({ response, answer } = await send())
  }
  if (isFinal(response.status)) deleteKey(signUpKey)
  const isRepeated = response.headers.has('Idempotency-Replayed')
  return isRepeated && signsIn ? callAuth('sign-in/email', { email, password }) : answer
}

export type FirstStep = { user: SignedInUser; secondFactor?: undefined } | { secondFactor: true }

export async function signIn(input: { email: string; password: string }) {
  await resetClientState()
  return callAuth<FirstStep>('sign-in/email', input)
}

/** Returns the provider's URL. `back` and `failed` are our own URLs, in the page's language. */
export async function signInWith(provider: ProviderId, back: string, failed: string) {
  await resetClientState()
  return callAuth<{ url: string }>('sign-in/social', { provider, callbackURL: back, errorCallbackURL: failed })
}

/** Prefix of unsent drafts, which survive the end of a session but not a sign-out. */
export const unsentPrefix = 'duo.kept.'

/** Ends the session and clears all local data, even if the request fails. */
export function signOut() {
  clearStorage('localStorage', unsentPrefix)
  return resetClientState()
}

const unsentOwnerKey = `${unsentPrefix}of`

/** Deletes another user's unsent drafts and records the owner of later ones. */
export function bindStorageToUser(id: string): void {
  try {
    const ownerId = localStorage.getItem(unsentOwnerKey)
    if (ownerId !== null && ownerId !== id) clearStorage('localStorage', unsentPrefix)
    localStorage.setItem(unsentOwnerKey, id)
  } catch {
    // blocked storage contains nothing
  }
}

export const confirmEmail = (token: string) =>
  callAuth<{ status: 'confirmed' | 'changed' | 'already'; secondFactor?: undefined } | { secondFactor: true }>('confirm-email', {
    token,
  })
export const resendConfirmation = (email: string, next?: string) => callAuth('send-verification-email', { email, next })
/** Disputes an event. Returns which mailbox gets the recovery link: the one of this mail, or the account's. */
export const notMe = (token: string) => callAuth<{ mailed: 'here' | 'elsewhere' }>('not-me', { token })
export const requestReset = (email: string) => callAuth('request-password-reset', { email })
export const resetPassword = (input: { token: string; newPassword: string }) => callAuth('reset-password', input)
export const changePassword = (input: { currentPassword: string; newPassword: string }) => callAuth('change-password', input)
export const link = (provider: ProviderId, back: string) =>
  callAuth<{ url: string }>('link-social', { provider, callbackURL: back, errorCallbackURL: back })
