import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import type { AppContext, Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { v7 as uuid } from 'uuid'
import type { AuthEndpoint } from '../../auth-endpoints.ts'
import { findWeakness } from '../passwords/password-policy.ts'
import { readDeviceIds, setDeviceCookie } from '../sessions/known-devices.ts'
import { deleteSessionByToken } from '../sessions/session-queries.ts'
import { cookieName, readToken, resolveViewer, signToken } from '../sessions/sessions.ts'
import { runLimited } from '../sign-in/auth-rate-limit.ts'
import type { AuthCall, CallState } from '../sign-in/call-state.ts'
import { recordFailedSignIn } from '../sign-in/sign-in.ts'
import { idempotentSignUp, replaySignUp } from '../sign-in/sign-up.ts'
import { findEndpoint } from './find-endpoint.ts'
import { createLibraries } from './libraries.ts'
import { keepAttempt, withAttemptState } from './provider-attempts.ts'
import type { ProviderKeys } from './providers.ts'
import { inputRefusal, refusal } from './refusal.ts'
import { startSecondStep } from './start-second-step.ts'

export function createAuth(context: AppContext, keys: ProviderKeys) {
  const callStorage = new AsyncLocalStorage<CallState>()
  const libraryFor = createLibraries({ context, keys, current: () => callStorage.getStore() })

  async function handleCall(call: AuthCall): Promise<Response> {
    const endpoint = findEndpoint(call.path, call.method)
    if (endpoint.hashesPassword) context.passwords.requireRoom()
    const input = endpoint.input.safeParse(call.body)
    if (!input.success) return inputRefusal(input.error)
    const body = input.data
    // better-auth's own default would reveal whether the address has an account
    if (call.path === '/sign-up/email') body.language ??= call.locale
    const devices = await readDeviceIds(context, call.headers.cookie)
    const callState: CallState = { ...call, body, devices, ...(call.path === '/sign-up/email' && { mailId: uuid() }) }
    const subject = { clientAddress: call.clientAddress, email: String(body.email), devices }
    return runLimited(context, endpoint.limits, subject, async () =>
      filterResponse(context, callState, endpoint, await dispatch(callState, subject.email)),
    )
  }

  async function dispatch(callState: CallState, email: string): Promise<Response> {
    const { body } = callState
    if (callState.path === '/link-social')
      await requireFactors(context, (await resolveViewer(context, callState.headers))?.viewer)
    callState.idempotentCall = idempotentSignUp(context, callState)
    const findReplay = () => replaySignUp(context, callState.idempotentCall ?? null, callState)
    const replay = await findReplay()
    if (replay) return replay
    // before better-auth opens a transaction, which a full hashing queue would abort
    if (callState.path === '/sign-up/email') {
      const password = String(body.password)
      const weakness = await findWeakness(password, [String(body.name), email])
      if (weakness) return refusal(weakness)
      callState.hash = await context.passwords.hash(password)
    }
    const library = await libraryFor(callState)
    const response = await callStorage
      .run(callState, () => library.handler(toAuthRequest(context, callState)))
      .catch((error: unknown) => {
        if (callState.challengedUserId) return Response.error()
        throw callState.failure ?? error
      })
    if (callState.challengedUserId) return startSecondStep(context, callState, callState.challengedUserId)
    const lateReplay = response.ok ? null : await findReplay()
    if (lateReplay) return lateReplay
    const { failure } = callState
    if (failure instanceof AppError) throw failure
    if (isConnectionError(failure) || isLockError(failure)) throw failure
    if (response.status >= 500) throw failure ?? new AppError('internal', { message: `better-auth answered ${response.status}` })
    // not awaited: the response time would reveal whether the account exists
    if (callState.path === '/sign-in/email' && response.status === 401)
      recordFailedSignIn(context, callState, email).catch((error: unknown) =>
        context.log.warn({ err: error }, 'failed to record refused sign-in'),
      )
    return keepAttempt(context, callState, response)
  }

  return {
    async handle(call: AuthCall): Promise<Response> {
      const startedAt = performance.now()
      const response = await handleCall(call)
      // hides the small timing difference for an address with an account
      const elapsedMs = performance.now() - startedAt
      if (call.path === '/sign-up/email') await sleep(Math.max(0, context.passwords.coveringTime - elapsedMs))
      return response
    },
  }
}

/** Throws unless the account has the factor that its role requires, and this session has just passed one. */
async function requireFactors({ db, accountHooks }: AppContext, user: Viewer | undefined) {
  if (user?.lacksFactor) throw new AppError('second_factor_needed')
  if (user) await accountHooks.secondFactor.requireFreshFactor(db, user)
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
async function filterResponse(
  context: AppContext,
  call: CallState,
  { output }: AuthEndpoint,
  response: Response,
): Promise<Response> {
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
  const parsed: unknown = JSON.parse(body)
  const known = response.ok ? output?.safeParse(parsed) : undefined
  if (known?.error) throw new AppError('internal', { message: `better-auth changed ${call.path}`, cause: known.error })
  const content = mapTokens(parsed, isApiClient ? (token) => signToken(context.secret, token) : () => null)
  headers.delete('content-length')
  // alike for every address: a mail is sent with and without an account
  const { mailId } = call
  const answer = response.ok && mailId && typeof content === 'object' ? { ...content, mailId } : content
  return new Response(JSON.stringify(answer), { status: response.status, headers })
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
