import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { deleteKey, isFinal, keyOf } from '@duo/platform/browser/idempotency-key.ts'
import { isErrorCode } from '@duo/platform/shared/errors.ts'
import { authKey } from '../../session/ui/session-events.ts'
import { forgetTalk } from '../../session/ui/talk-storage.ts'
import { CallFailure } from '../../shell/ui/api/document-client.ts'
import type { AuthCallPath, AuthInput, AuthOutput, FirstStep } from '../auth-endpoints.ts'
import type { Provider } from '../rules.ts'

/** A refusal of better-auth's: its code in lower case, and its own text, in English. */
interface AuthRefusal {
  error: string
  message: string
}

/** As of a procedure: failures are thrown, refusals are data. */
export type AuthResult<Path extends AuthCallPath> = ({ error: null } & AuthOutput<Path>) | AuthRefusal

/** Calls what is no procedure. better-auth's own client adds 11 kB (gzip) that our server-rendered state does not need. */
const callAuth = async <Path extends AuthCallPath>(path: Path, body: AuthInput<Path>): Promise<AuthResult<Path>> =>
  readAnswer(path, await sendAuthCall(path, body))

const sendAuthCall = <Path extends AuthCallPath>(path: Path, body: AuthInput<Path>, headers: Record<string, string> = {}) =>
  fetchWithTimeout(`${location.origin}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const outputOf = <Path extends AuthCallPath>(response: Response): Promise<AuthOutput<Path>> => response.json()
const refusalOf = (response: Response): Promise<{ code?: string; message?: string }> => response.json().catch(() => ({}))

async function readAnswer<Path extends AuthCallPath>(path: Path, response: Response): Promise<AuthResult<Path>> {
  if (response.ok) return { error: null, ...(await outputOf<Path>(response)) }
  const { code, message = '' } = await refusalOf(response)
  const error = code?.toLowerCase()
  if (error === undefined || response.status >= 500) throw new CallFailure(path, response)
  if (isErrorCode(error)) throw new CallFailure(path, response, { appCode: error })
  return { error, message }
}

/** Ours, and those of the hosted sign-in that this address may have had before: its entries are tokens. */
const authPrefixes = [authKey, 'sb-', 'supabase.auth.']

/**
 * Clears this browser's account data and ends an earlier session (spec, section 4). Unsent drafts stay. Returns false if the server did
 * not answer: the browser then keeps its session.
 */
export async function resetClientState(): Promise<boolean> {
  for (const store of ['localStorage', 'sessionStorage'] as const) for (const prefix of authPrefixes) clearStorage(store, prefix)
  try {
    await callAuth('sign-out', {})
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}

function clearStorage(name: 'localStorage' | 'sessionStorage', prefix: string) {
  try {
    const store = window[name]
    for (const key of Object.keys(store)) if (key.startsWith(prefix)) store.removeItem(key)
  } catch {
    // blocked storage contains nothing
  }
}

const signUpKey = 'auth.sign-up'

/** Retries a lost response under its idempotency key. The replay signs no one in, so with `signsIn` the password does. */
export async function signUp(
  input: AuthInput<'sign-up/email'>,
  { signsIn = false } = {},
): Promise<({ error: null } & FirstStep) | AuthRefusal> {
  await resetClientState()
  const { name, email, language, next, password } = input
  const send = () =>
    sendAuthCall('sign-up/email', input, {
      'Idempotency-Key': keyOf(signUpKey, { name, email, language, next }),
    })
  let response = await send()
  if (response.status === 409) {
    deleteKey(signUpKey)
    response = await send()
  }
  if (isFinal(response.status)) deleteKey(signUpKey)
  const isRepeated = response.headers.has('Idempotency-Replayed')
  return isRepeated && signsIn ? callAuth('sign-in/email', { email, password }) : readAnswer('sign-up/email', response)
}

export async function signIn(input: AuthInput<'sign-in/email'>) {
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

/** Prefix of drafts that a tab holds in sessionStorage while it is signed out from another one. The owner’s id follows. */
export const heldPrefix = 'duo.held.'

/** Whether signing out would delete something that was written. */
export function hasUnsentText(): boolean {
  try {
    const drafts = Object.keys(localStorage).filter((key) => key.startsWith(unsentPrefix))
    return drafts.some((key) => /"(?:text|content)":"[^"]/.test(localStorage.getItem(key) ?? ''))
  } catch {
    return false // blocked storage
  }
}

/** Ends the session, then clears all local data. Returns false if the server did not answer: the user is still signed in here. */
export async function signOut(): Promise<boolean> {
  const isEnded = await resetClientState()
  if (isEnded) {
    clearUnsentText()
    clearStorage('sessionStorage', heldPrefix)
    forgetTalk()
  }
  return isEnded
}

export const clearUnsentText = () => clearStorage('localStorage', unsentPrefix)

const unsentOwnerKey = `${unsentPrefix}of`

/** Deletes another user's unsent drafts and records the owner of later ones. */
export function bindStorageToUser(id: string): void {
  try {
    const ownerId = localStorage.getItem(unsentOwnerKey)
    if (ownerId !== null && ownerId !== id) {
      clearStorage('localStorage', unsentPrefix)
      forgetTalk()
    }
    localStorage.setItem(unsentOwnerKey, id)
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(heldPrefix) && !key.startsWith(`${heldPrefix}${id}.`)) sessionStorage.removeItem(key)
  } catch {
    // blocked storage contains nothing
  }
}

export const link = (provider: Provider, back: string) =>
  callAuth('link-social', { provider, callbackURL: back, errorCallbackURL: back })
