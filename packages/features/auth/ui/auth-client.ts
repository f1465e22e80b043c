import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { deleteKey, isFinal, keyOf } from '@duo/platform/browser/idempotency-key.ts'
import { authKey } from '../../session/ui/session-events.ts'

/** Why a call was refused: better-auth's code, what the service says, and after how many seconds to try again. */
export interface AuthError {
  code: string
  message: string
  retryAfter: number | null
}

/** A call's answer. What is neither (no line, a broken server) is thrown. */
export type AuthResult<Data> = { refusal: AuthError; data: null } | { refusal: null; data: Data }

/** Who signed in, as better-auth says it. */
export interface SignedInUser {
  id: string
  email: string
  name: string
}

export type ProviderId = 'google' | 'linkedin' | 'twitter'

/**
 * One call of better-auth. Its own browser client does the same with 11 kB (gzip) of session store, proxies and plugins, which our
 * server-rendered state has no use for; these few lines are 0.4 kB.
 */
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
  const { code, message } = (data ?? {}) as Partial<Record<'code' | 'message', string>>
  if (typeof code !== 'string' && typeof message !== 'string') throw new Error(`${path} answered ${response.status}`)
  if (response.status === 500) throw new Error(`${path} failed`)
  const retryAfter = Number(response.headers.get('Retry-After')) || null
  return { refusal: { code: code ?? '', message: message ?? '', retryAfter }, data: null }
}

/**
 * Before somebody signs up, in or out: what this browser stores about accounts goes, and an earlier session ends (spec, section 4).
 * Neither stands in the way when it fails. What somebody was about to say stays, for their return.
 */
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
    // what is blocked holds nothing
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

/**
 * Opens an account. Where the address must be confirmed nobody is signed in by it: the link in the mail does that, and leads on to `next`.
 * A call whose answer was lost is repeated under its key; that signs nobody in, so `signsIn` then does it with the password.
 */
export async function signUp(input: SignUp, { signsIn = false } = {}): Promise<AuthResult<{ user: SignedInUser }>> {
  await resetClientState()
  const { name, email, language, next, password } = input
  const send = () =>
    sendAuthCall<{ user: SignedInUser }>('sign-up/email', input, {
      'Idempotency-Key': keyOf(signUpKey, { name, email, language, next }),
    })
  let { response, answer } = await send()
  if (response.status === 409) {
    // the same with another password
    deleteKey(signUpKey)
    ;({ response, answer } = await send())
  }
  if (isFinal(response.status)) deleteKey(signUpKey)
  const isRepeated = response.headers.has('Idempotency-Replayed')
  return isRepeated && signsIn ? callAuth('sign-in/email', { email, password }) : answer
}

/** What a right password leads to: a session, or the second step of an account that has one. */
export type FirstStep = { user: SignedInUser; secondFactor?: undefined } | { secondFactor: true }

export async function signIn(input: { email: string; password: string }) {
  await resetClientState()
  return callAuth<FirstStep>('sign-in/email', input)
}

/** Answers with the address at the provider to go on to. `back` and `failed` are addresses of ours, in the page's language. */
export async function signInWith(provider: ProviderId, back: string, failed: string) {
  await resetClientState()
  return callAuth<{ url: string }>('sign-in/social', { provider, callbackURL: back, errorCallbackURL: failed })
}

/** What somebody wrote and has not sent is kept under this prefix: it outlives the end of a session, but not a sign-out. */
export const unsentPrefix = 'duo.kept.'

/** Ends the session. Whatever comes of it, this browser has forgotten who was here and what they were about to say. */
export function signOut() {
  clearStorage('localStorage', unsentPrefix)
  return resetClientState()
}

/** Whose it is: it outlives their session as well. */
const unsentOwnerKey = `${unsentPrefix}of`

/** Somebody is here: what another left goes, and what is left from now on is theirs. */
export function bindStorageToUser(id: string): void {
  try {
    const ownerId = localStorage.getItem(unsentOwnerKey)
    if (ownerId !== null && ownerId !== id) clearStorage('localStorage', unsentPrefix)
    localStorage.setItem(unsentOwnerKey, id)
  } catch {
    // what is blocked holds nothing
  }
}

export const confirmEmail = (token: string) =>
  callAuth<{ status: 'confirmed' | 'changed' | 'already'; secondFactor?: undefined } | { secondFactor: true }>('confirm-email', {
    token,
  })
export const resendConfirmation = (email: string, next?: string) => callAuth('send-verification-email', { email, next })
/** Says that something was not the owner; answers which mailbox the recovery link goes to: the one the link came from, or the account's. */
export const notMe = (token: string) => callAuth<{ mailed: 'here' | 'elsewhere' }>('not-me', { token })
export const requestReset = (email: string) => callAuth('request-password-reset', { email })
export const resetPassword = (input: { token: string; newPassword: string }) => callAuth('reset-password', input)
export const changePassword = (input: { currentPassword: string; newPassword: string }) => callAuth('change-password', input)
export const link = (provider: ProviderId, back: string) =>
  callAuth<{ url: string }>('link-social', { provider, callbackURL: back, errorCallbackURL: back })
