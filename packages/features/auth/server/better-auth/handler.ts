import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import { undoCountsIfUnavailable } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext, Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { consumeRateLimit } from '../auth-rate-limit.ts'
import type { EmailVerifiedHook } from '../email-verification/verify-email.ts'
import { requireFreshFactor } from '../fresh-factor/fresh-factor.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { requireStrongPassword } from '../password-policy.ts'
import { dispute } from '../recovery/dispute.ts'
import { changePassword, resetPassword } from '../recovery/recover-account.ts'
import { startStep } from '../second-factor/second-step.ts'
import { findDeviceByEmail } from '../sessions/device-queries.ts'
import { readDeviceIds, setDeviceCookie } from '../sessions/known-devices.ts'
import { deleteSessionByToken } from '../sessions/session-queries.ts'
import { cookieName, readToken, resolveViewer, setCookie, signToken } from '../sessions/sessions.ts'
import { recordFailedSignIn } from '../sign-in/sign-in.ts'
import { idempotentSignUp, replaySignUp } from '../sign-in/sign-up.ts'
import { AuthEndpointError, findEndpoint, redirectPathOf, sanitizeBody } from './allowed-endpoints.ts'
import { createBetterAuth } from './better-auth.ts'
import type { AuthCall, CallState } from './call-state.ts'
import { keepAttempt, withAttemptState } from './provider-attempts.ts'
import type { ProviderKeys } from './providers.ts'

export function createAuth(
  context: AppContext,
  { keys, onEmailVerified }: { keys: ProviderKeys; onEmailVerified: readonly EmailVerifiedHook[] },
) {
  const callStorage = new AsyncLocalStorage<CallState>()
  const library = createBetterAuth({ context, keys, onEmailVerified, current: () => callStorage.getStore() })

  /** Throws only business errors and AppErrors. */
  async function handleCall(call: AuthCall): Promise<Response> {
    const endpoint = findEndpoint(call.path, call.method)
    if (endpoint.hashesPassword) context.passwords.requireRoom()
    const body = sanitizeBody(endpoint, call.path, call.body)
    // better-auth's own default would reveal whether the address has an account
    if (call.path === '/sign-up/email') body.language ??= call.locale
    const devices = await readDeviceIds(context, call.headers.cookie)
    const email = String(body.email)
    const device = endpoint.device && devices.length > 0 ? await findDeviceByEmail(context.db, devices, email) : null
    const counts = await consumeRateLimit(context, endpoint, { clientAddress: call.clientAddress, email, device })
    try {
      return await dispatch({ ...call, body, devices }, email)
    } catch (error) {
      await undoCountsIfUnavailable(context, counts, error)
      throw error
    }
  }

  async function dispatch(callState: CallState, email: string): Promise<Response> {
    const { body } = callState
    const mailKind = mailKindByPath[callState.path]
    if (mailKind) {
      await enqueueAccountMail(context.db, { kind: mailKind, email, language: callState.locale, next: redirectPathOf(body) })
      return Response.json({ status: true })
    }
    const handler = ownHandlers[callState.path]
    if (handler) return filterResponse(context, callState, await handler(context, callState, onEmailVerified))
    if (callState.path === '/link-social')
      await requireFactors(context, (await resolveViewer(context, callState.headers))?.viewer)
    callState.idempotentCall = idempotentSignUp(context, callState)
    const findReplay = () => replaySignUp(context, callState.idempotentCall ?? null, callState)
    const replay = await findReplay()
    if (replay) return filterResponse(context, callState, replay)
    // before better-auth opens a transaction, which a full hashing queue would abort
    if (callState.path === '/sign-up/email') {
      const password = String(body.password)
      await requireStrongPassword(password, [String(body.name), email])
      callState.hash = await context.passwords.hash(password)
    }
    const response = await callStorage
      .run(callState, () => library.handler(toAuthRequest(context, callState)))
      .catch((error: unknown) => {
        if (callState.challengedUserId) return Response.error()
        throw callState.failure ?? error
      })
    if (callState.challengedUserId)
      return filterResponse(context, callState, await startStep(context, callState, callState.challengedUserId))
    const lateReplay = response.ok ? null : await findReplay()
    if (lateReplay) return filterResponse(context, callState, lateReplay)
    const { failure } = callState
    if (failure instanceof AppError) throw failure
    if (isConnectionError(failure) || isLockError(failure)) throw failure
    if (response.status >= 500) throw failure ?? new AppError('internal', { message: `better-auth answered ${response.status}` })
    // not awaited: the response time would reveal whether the account exists
    if (callState.path === '/sign-in/email' && response.status === 401)
      recordFailedSignIn(context, callState).catch((error: unknown) =>
        context.log.warn({ err: error }, 'failed to record refused sign-in'),
      )
    return filterResponse(context, callState, keepAttempt(context, callState, response))
  }

  return {
    async handle(call: AuthCall): Promise<Response> {
      const startedAt = performance.now()
      try {
        const response = await handleCall(call)
        // hides the small timing difference for an address with an account
        const elapsedMs = performance.now() - startedAt
        if (call.path === '/sign-up/email') await sleep(Math.max(0, context.passwords.coveringTime - elapsedMs))
        return response
      } catch (error) {
        if (error instanceof AuthEndpointError) return error.response()
        throw error
      }
    },
  }
}

type OwnHandler = (context: AppContext, call: CallState, onEmailVerified: readonly EmailVerifiedHook[]) => Promise<Response>

/** Endpoints that we implement; each does all its work, mails included, in one transaction. */
const ownHandlers: Record<string, OwnHandler> = {
  '/reset-password': async (context, call, onEmailVerified) => {
    const { token, newPassword } = call.body
    await resetPassword(context, { token: String(token), newPassword: String(newPassword), call }, onEmailVerified)
    return Response.json({ status: true })
  },
  '/not-me': async (context, call) => Response.json(await dispute(context, call)),
  '/change-password': async (context, call) => {
    const { body, headers } = call
    const credential = readToken(context, headers)
    const user = credential && (await resolveViewer(context, headers))?.viewer
    if (!user) throw new AuthEndpointError('UNAUTHORIZED', 'Unauthorized', 401)
    await requireFactors(context, user)
    const { currentPassword, newPassword } = body
    const input = { currentPassword: String(currentPassword), newPassword: String(newPassword), token: credential.token, call }
    const token = await changePassword(context, user, input)
    const { id, email, name } = user
    return Response.json({ token, user: { id, email, name } }, { headers: { 'set-cookie': setCookie(context, token) } })
  },
}

/** Throws unless the account has the factor that its role requires, and this session has just passed one. */
async function requireFactors({ db }: AppContext, user: Viewer | undefined) {
  if (user?.lacksFactor) throw new AuthEndpointError('SECOND_FACTOR_NEEDED', 'Add a second factor first', 403)
  if (user) await requireFreshFactor(db, user)
}

const mailKindByPath: Record<string, 'resend' | 'recover'> = {
  '/send-verification-email': 'resend',
  '/request-password-reset': 'recover',
}

function toAuthRequest(context: AppContext, call: CallState): Request {
  const { method, origin, path, query, headers, userAgent, body } = call
  const credential = readToken(context, headers)
  const cookies = withAttemptState(context, call, headers.cookie)
  const cookie = credential ? withSession(context, cookies, credential.token) : cookies
  const requestHeaders = new Headers({ 'content-type': 'application/json', 'user-agent': userAgent })
  if (cookie !== undefined) requestHeaders.set('cookie', cookie)
  // other sites cannot send a bearer token, so these calls need no origin check
  const from = credential?.bearer ? origin : headers.origin
  if (from !== undefined) requestHeaders.set('origin', from)
  if (headers.fetchSite !== undefined) requestHeaders.set('sec-fetch-site', headers.fetchSite)
  const url = `${origin}/api/auth${path}${query}`
  return new Request(
    url,
    method === 'GET' ? { method, headers: requestHeaders } : { method, headers: requestHeaders, body: JSON.stringify(body) },
  )
}

/** Signs the session token with the current key; the caller's may be signed with an earlier one. */
function withSession({ publicUrl, secret }: AppContext, cookies = '', token: string): string {
  const name = cookieName(publicUrl)
  const others = cookies.split(';').filter((pair) => pair.trim() !== '' && !pair.trimStart().startsWith(`${name}=`))
  return [...others, `${name}=${encodeURIComponent(signToken(secret, token))}`].join(';')
}

/** Sends tokens to API clients only: browsers always send `Sec-Fetch-Site`, and scripts cannot remove it. */
async function filterResponse(context: AppContext, call: CallState, response: Response): Promise<Response> {
  const before = readToken(context, call.headers)?.token
  const after = sessionCookieToken(context, response)
  if (before && after && after !== before) await deleteSessionByToken(context.db, before)
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  const { device, devices } = call
  if (device) headers.append('set-cookie', await setDeviceCookie(context, [device, ...devices.filter((id) => id !== device)]))
  const isApiClient = call.headers.fetchSite === undefined
  if (isApiClient && after) headers.set('set-auth-token', signToken(context.secret, after))
  const body = await response.text()
  if (body === '' || !headers.get('content-type')?.startsWith('application/json'))
    return new Response(body || null, { status: response.status, headers })
  const content = mapTokens(JSON.parse(body), isApiClient ? (token) => signToken(context.secret, token) : () => null)
  headers.delete('content-length')
  return new Response(JSON.stringify(content), { status: response.status, headers })
}

function sessionCookieToken(context: AppContext, response: Response): string | null {
  const cookie = response.headers.getSetCookie().findLast((line) => line.startsWith(`${cookieName(context.publicUrl)}=`))
  return (cookie && readToken(context, { cookie: cookie.split(';')[0] })?.token) || null
}

function mapTokens(content: unknown, mapToken: (token: string) => string | null): unknown {
  if (typeof content !== 'object' || content === null) return content
  const entries = Object.entries<unknown>({ ...content }).map(([key, value]) => [
    key,
    key === 'token' && typeof value === 'string' ? mapToken(value) : key === 'session' ? mapTokens(value, mapToken) : value,
  ])
  return Object.fromEntries(entries)
}
