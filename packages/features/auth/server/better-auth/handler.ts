import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, isDatabaseBusy } from '@duo/db/errors.ts'
import { forgive } from '@duo/platform/server/security/rate-limit.ts'
import type { Viewer, World } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { countCall } from '../auth-rate-limit.ts'
import type { OnConfirmed } from '../email-verification/verify-email.ts'
import { queueMail } from '../mail/account-mail-job.ts'
import { requireGuessProof } from '../password-policy.ts'
import { dispute } from '../recovery/dispute.ts'
import { changePassword, resetPassword } from '../recovery/recover-account.ts'
import { beginStep } from '../second-factor/second-step.ts'
import { stepCalls } from '../second-factor/step-calls.ts'
import { knownDevice } from '../sessions/device-queries.ts'
import { devicesIn, setDeviceCookie } from '../sessions/known-devices.ts'
import { deleteByToken } from '../sessions/session-queries.ts'
import { cookieName, setCookie, signed, tokenIn, viewerOf } from '../sessions/sessions.ts'
import { recordRefusal } from '../sign-in/sign-in.ts'
import { repeatableSignUp, repeatedSignUp } from '../sign-in/sign-up.ts'
import { callOf, nextIn, Refusal, tidyBody } from './allowed-endpoints.ts'
import { betterAuthFor } from './better-auth.ts'
import type { AuthCall, CallState } from './call-state.ts'
import type { ProviderKeys } from './providers.ts'

/** better-auth behind our own door: which calls there are, how often, and what leaves the process. */
export function createAuth(world: World, { keys, onConfirmed }: { keys: ProviderKeys; onConfirmed: readonly OnConfirmed[] }) {
  const state = new AsyncLocalStorage<CallState>()
  const library = betterAuthFor({ world, keys, onConfirmed, current: () => state.getStore() })

  /** Answers one call. Throws only what is ours: refusals and AppErrors. */
  async function perform(call: AuthCall): Promise<Response> {
    const kind = callOf(call.path, call.method)
    // a flood that nobody has time for must not cost the database anything either
    if (kind.hashes) world.passwords.requireRoom()
    const body = tidyBody(kind, call.path, call.body)
    // the answer names it: left to better-auth it is null for an address that has an account, and the language for one that has none
    if (call.path === '/sign-up/email') body.language ??= call.locale
    const devices = await devicesIn(world, call.headers.cookie)
    const email = String(body.email)
    const device = kind.device && devices.length > 0 ? await knownDevice(world.db, devices, email) : null
    const counts = await countCall(world, kind, { clientAddress: call.clientAddress, email, device })
    try {
      return await counted({ ...call, body, devices }, email)
    } catch (error) {
      await forgive(world, counts, error)
      throw error
    }
  }

  /** A call that was counted, with its tidied body. */
  async function counted(working: CallState, email: string): Promise<Response> {
    const { body } = working
    const asked = mailAskedFor[working.path]
    if (asked) {
      await queueMail(world.db, { kind: asked, email, language: working.locale, next: nextIn(body) })
      return Response.json({ status: true })
    }
    const own = ours[working.path]
    if (own) return released(world, working, await own(world, working, onConfirmed))
    if (working.path === '/link-social') requireFactor((await viewerOf(world, working.headers))?.viewer)
    working.repeatable = repeatableSignUp(world, working)
    const repeated = () => repeatedSignUp(world, working.repeatable ?? null, working)
    const answered = await repeated()
    if (answered) return released(world, working, answered)
    // before better-auth opens a transaction, which a full queue must not spoil
    if (working.path === '/sign-up/email') {
      const password = String(body.password)
      await requireGuessProof(password, [String(body.name), email])
      working.hash = await world.passwords.hash(password)
    }
    const response = await state
      .run(working, () => library.handler(requestOf(world, working)))
      .catch((error: unknown) => {
        if (working.challenged) return Response.error()
        throw working.failure ?? error
      })
    if (working.challenged) return released(world, working, await beginStep(world, working, working.challenged))
    // a copy of this sign-up came first
    const copied = response.ok ? null : await repeated()
    if (copied) return released(world, working, copied)
    const { failure } = working
    if (failure instanceof AppError) throw failure
    if (isDatabaseAway(failure) || isDatabaseBusy(failure)) throw failure
    if (response.status >= 500) throw failure ?? new AppError('internal', { message: `better-auth answered ${response.status}` })
    // the answer does not wait for it, or the time it takes would tell who has an account
    if (working.path === '/sign-in/email' && response.status === 401)
      recordRefusal(world, working).catch((error: unknown) => world.log.warn({ err: error }, 'refused sign-in not recorded'))
    return released(world, working, response)
  }

  return {
    async handle(call: AuthCall): Promise<Response> {
      const started = performance.now()
      try {
        const response = await perform(call)
        // the little that differs behind a sign-up with a known address must not show
        const spent = performance.now() - started
        if (call.path === '/sign-up/email') await sleep(Math.max(0, world.passwords.coveringTime - spent))
        return response
      } catch (error) {
        if (error instanceof Refusal) return error.response()
        throw error
      }
    },
  }
}

type Own = (world: World, call: CallState, onConfirmed: readonly OnConfirmed[]) => Promise<Response>

/** Calls that are ours from end to end: all they do, mails and the voiding of older links included, is one transaction. */
const ours: Record<string, Own> = {
  ...stepCalls,
  '/reset-password': async (world, call, onConfirmed) => {
    const { token, newPassword } = call.body
    await resetPassword(world, { token: String(token), newPassword: String(newPassword), call }, onConfirmed)
    return Response.json({ status: true })
  },
  '/not-me': async (world, call) => Response.json(await dispute(world, call)),
  '/change-password': async (world, call) => {
    const { body, headers } = call
    const carried = tokenIn(world, headers)
    const user = carried && (await viewerOf(world, headers))?.viewer
    if (!user) throw new Refusal('UNAUTHORIZED', 'Unauthorized', 401)
    requireFactor(user)
    const { currentPassword, newPassword } = body
    const words = { currentPassword: String(currentPassword), newPassword: String(newPassword), token: carried.token, call }
    const token = await changePassword(world, user, words)
    const { id, email, name } = user
    return Response.json({ token, user: { id, email, name } }, { headers: { 'set-cookie': setCookie(world, token) } })
  },
}

/** Refuses an account that has to add a second factor first. */
function requireFactor(user: Viewer | undefined) {
  if (user?.lacksFactor) throw new Refusal('SECOND_FACTOR_NEEDED', 'Add a second factor first', 403)
}

/** Mails that anybody may ask for; the answer never says whether one is sent. */
const mailAskedFor: Record<string, 'resend' | 'recover'> = {
  '/send-verification-email': 'resend',
  '/request-password-reset': 'recover',
}

/** The request as better-auth sees it: only headers that we know what they do, a bearer token as the cookie that it stands for. */
function requestOf(world: World, { method, origin, path, query, headers, body }: CallState): Request {
  const carried = tokenIn(world, headers)
  const cookie = carried ? withSession(world, headers.cookie, carried.token) : headers.cookie
  const sent = new Headers({ 'content-type': 'application/json', 'user-agent': headers.userAgent })
  if (cookie !== undefined) sent.set('cookie', cookie)
  // who comes with a token of their own was not sent by another site
  const from = carried?.bearer ? origin : headers.origin
  if (from !== undefined) sent.set('origin', from)
  if (headers.fetchSite !== undefined) sent.set('sec-fetch-site', headers.fetchSite)
  const url = `${origin}/api/auth${path}${query}`
  return new Request(url, method === 'GET' ? { method, headers: sent } : { method, headers: sent, body: JSON.stringify(body) })
}

/** The cookies with a session's token signed as better-auth expects it now: the caller's may be signed with an earlier secret. */
function withSession({ publicUrl, secret }: World, cookies = '', token: string): string {
  const name = cookieName(publicUrl)
  const others = cookies.split(';').filter((pair) => pair.trim() !== '' && !pair.trimStart().startsWith(`${name}=`))
  return [...others, `${name}=${encodeURIComponent(signed(secret, token))}`].join(';')
}

/**
 * What leaves the process. A new session ends the one that the caller came with. Tokens leave only to API clients: a browser always says
 * with `Sec-Fetch-Site` that it is one, and its scripts cannot leave that out.
 */
async function released(world: World, call: CallState, response: Response): Promise<Response> {
  const before = tokenIn(world, call.headers)?.token
  const after = sessionSetBy(world, response)
  if (before && after && after !== before) await deleteByToken(world.db, before)
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  const { device, devices } = call
  if (device) headers.append('set-cookie', await setDeviceCookie(world, [device, ...devices.filter((id) => id !== device)]))
  const isApiClient = call.headers.fetchSite === undefined
  if (isApiClient && after) headers.set('set-auth-token', signed(world.secret, after))
  const body = await response.text()
  // a redirect says JSON and has none
  if (body === '' || !headers.get('content-type')?.startsWith('application/json'))
    return new Response(body || null, { status: response.status, headers })
  const content = withToken(JSON.parse(body), isApiClient ? (token) => signed(world.secret, token) : () => null)
  headers.delete('content-length')
  return new Response(JSON.stringify(content), { status: response.status, headers })
}

/** The token of the session that an answer starts. */
function sessionSetBy(world: World, response: Response): string | null {
  const cookie = response.headers.getSetCookie().findLast((line) => line.startsWith(`${cookieName(world.publicUrl)}=`))
  return (cookie && tokenIn(world, { cookie: cookie.split(';')[0] })?.token) || null
}

/** The answer with its session tokens turned into what this caller may have. */
function withToken(content: unknown, turn: (token: string) => string | null): unknown {
  if (typeof content !== 'object' || content === null) return content
  const turned = Object.entries<unknown>({ ...content }).map(([key, value]) => [
    key,
    key === 'token' && typeof value === 'string' ? turn(value) : key === 'session' ? withToken(value, turn) : value,
  ])
  return Object.fromEntries(turned)
}
