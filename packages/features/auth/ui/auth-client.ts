import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { deleteKey, isFinal, keyOf } from '@duo/platform/browser/idempotency-key.ts'
import { authKey } from '../../session/ui/session-events.ts'
import type { AuthEndpoint, AuthEndpoints, FirstStep } from '../auth-endpoints.ts'
import type { Provider } from '../schema.ts'

/** `retryAfter`: seconds. */
export interface AuthError {
  code: string
  message: string
  retryAfter: number | null
}

/** Network and server failures are thrown. */
export type AuthResult<Data> = { refusal: AuthError; data: null } | { refusal: null; data: Data }

type InputOf<Path extends AuthEndpoint> = AuthEndpoints[Path]['input']
type ResultOf<Path extends AuthEndpoint> = AuthResult<AuthEndpoints[Path]['result']>

/** Calls what is no procedure. better-auth's own client adds 11 kB (gzip) that our server-rendered state does not need. */
const callAuth = async <Path extends AuthEndpoint>(path: Path, body: InputOf<Path>): Promise<ResultOf<Path>> =>
  (await sendAuthCall(path, body)).answer

async function sendAuthCall<Path extends AuthEndpoint>(path: Path, body: InputOf<Path>, headers: Record<string, string> = {}) {
  const response = await fetchWithTimeout(`${location.origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { response, answer: await readAuthResult(path, response) }
}

async function readAuthResult<Path extends AuthEndpoint>(path: Path, response: Response): Promise<ResultOf<Path>> {
  const data: unknown = await response.json()
  if (response.ok) return { refusal: null, data: data as AuthEndpoints[Path]['result'] }
  const { code, message } = (data ?? {}) as Partial<Record<'code' | 'message', string>>
  if (typeof code !== 'string' && typeof message !== 'string') throw new Error(`${path} returned ${response.status}`)
  if (response.status === 500) throw new Error(`${path} failed`)
  const retryAfter = Number(response.headers.get('Retry-After')) || null
  return { refusal: { code: code ?? '', message: message ?? '', retryAfter }, data: null }
}

/** Clears this browser's account data and ends an earlier session (spec, section 4). Failures are ignored. Unsent drafts stay. */
export async function resetClientState(): Promise<void> {
  for (const store of ['localStorage', 'sessionStorage'] as const) clearStorage(store)
  try {
    await callAuth('sign-out', {})
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

const signUpKey = 'auth.sign-up'

/** Retries a lost response under its idempotency key. The replay signs no one in, so with `signsIn` the password does. */
export async function signUp(input: InputOf<'sign-up/email'>, { signsIn = false } = {}): Promise<AuthResult<FirstStep>> {
  await resetClientState()
  const { name, email, language, next, password } = input
  const send = () =>
    sendAuthCall('sign-up/email', input, {
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

export async function signIn(input: InputOf<'sign-in/email'>) {
  await resetClientState()
  return callAuth('sign-in/email', input)
}

/** Returns the provider's URL. `back` and `failed` are our own URLs, in the page's language. */
export async function signInWith(provider: Provider, back: string, failed: string) {
  await resetClientState()
  return callAuth('sign-in/social', { provider, callbackURL: back, errorCallbackURL: failed })
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

export const confirmEmail = (token: string) => callAuth('confirm-email', { token })
export const resendConfirmation = (email: string, next?: string) => callAuth('send-verification-email', { email, next })
export const notMe = (token: string) => callAuth('not-me', { token })
export const requestReset = (email: string) => callAuth('request-password-reset', { email })
export const resetPassword = (input: InputOf<'reset-password'>) => callAuth('reset-password', input)
export const changePassword = (input: InputOf<'change-password'>) => callAuth('change-password', input)
export const link = (provider: Provider, back: string) =>
  callAuth('link-social', { provider, callbackURL: back, errorCallbackURL: back })
