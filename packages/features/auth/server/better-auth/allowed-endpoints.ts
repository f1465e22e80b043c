import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { isLocale } from '@duo/platform/shared/locale.ts'
import { nameProblem, passwordMaxLength, passwordProblem, returnPath, tidyName } from '../../rules.ts'
import { accountLimit, mailLimits, passwordLimit, recoverLimits, signInLimits, signUpLimits, tokenLimit } from '../../schema.ts'
import { passkeyLimit, stepLimit } from '../../second-factor-schema.ts'
import type { CallLimits } from '../auth-rate-limit.ts'

type Body = Record<string, unknown>

interface Call extends CallLimits {
  method: 'GET' | 'POST'
  /** What of the body reaches better-auth; everything else is dropped, so that no option of its own can be switched from outside. */
  keys: readonly string[]
  /** Whether a password is hashed for it. */
  hashes?: true
}

/** The calls of better-auth that exist here. What is not in this table is not there. */
const calls: Record<string, Call> = {
  '/sign-up/email': {
    method: 'POST',
    keys: ['name', 'email', 'password', 'language', 'next'],
    hashes: true,
    address: signUpLimits.address,
    account: [signUpLimits.account],
  },
  '/sign-in/email': {
    method: 'POST',
    keys: ['email', 'password', 'rememberMe'],
    hashes: true,
    address: signInLimits.address,
    pair: [signInLimits.pair, signInLimits.pairDay],
    account: [signInLimits.account],
    slow: [signInLimits.slow, signInLimits.slowDay],
    device: [signInLimits.device, signInLimits.deviceDay],
  },
  '/sign-in/social': { method: 'POST', keys: ['provider', 'callbackURL', 'errorCallbackURL'], address: accountLimit },
  '/link-social': { method: 'POST', keys: ['provider', 'callbackURL', 'errorCallbackURL'], address: accountLimit },
  '/callback/*': { method: 'GET', keys: [], address: accountLimit },
  '/sign-out': { method: 'POST', keys: [], address: accountLimit },
  '/get-session': { method: 'GET', keys: [], address: accountLimit },
  '/confirm-email': { method: 'POST', keys: ['token'], address: tokenLimit },
  '/not-me': { method: 'POST', keys: ['token'], address: tokenLimit },
  '/reset-password': { method: 'POST', keys: ['token', 'newPassword'], hashes: true, address: tokenLimit },
  '/change-password': { method: 'POST', keys: ['currentPassword', 'newPassword'], hashes: true, address: passwordLimit },
  '/second-step': { method: 'POST', keys: [], address: stepLimit },
  '/second-step/passkey-options': { method: 'POST', keys: [], address: stepLimit },
  '/second-step/passkey': { method: 'POST', keys: ['response'], address: stepLimit },
  '/second-step/code': { method: 'POST', keys: ['code'], address: stepLimit },
  '/second-step/recovery-code': { method: 'POST', keys: ['code'], address: stepLimit },
  '/second-step/lost': { method: 'POST', keys: [], address: stepLimit },
  '/second-step/cancel-recovery': { method: 'POST', keys: [], address: stepLimit },
  '/passkey/options': { method: 'POST', keys: [], address: passkeyLimit },
  '/passkey/sign-in': { method: 'POST', keys: ['response'], address: passkeyLimit },
  '/send-verification-email': {
    method: 'POST',
    keys: ['email', 'next'],
    address: mailLimits.address,
    account: [mailLimits.account],
  },
  '/request-password-reset': {
    method: 'POST',
    keys: ['email'],
    address: mailLimits.address,
    pair: [recoverLimits.asker, recoverLimits.askerDay],
    account: [recoverLimits.mailbox],
    device: [recoverLimits.device, recoverLimits.deviceDay],
  },
}

/** Their names, methods and fields, for tests that try them all. */
export const accountCalls: readonly { name: string; method: 'GET' | 'POST'; keys: readonly string[] }[] = Object.entries(
  calls,
).map(([name, { method, keys }]) => ({ name, method, keys }))

/** A refusal in better-auth's own words: a code with a status. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  /** Whole seconds after which the same call may succeed. */
  readonly retryAfterSeconds: number | undefined
  constructor(code: string, message: string, status = 400, retryAfterSeconds?: number) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The refusal as its caller reads it. */
  response(): Response {
    const { code, message, status, retryAfterSeconds: wait } = this
    return Response.json({ code, message }, { status, headers: wait === undefined ? {} : { 'retry-after': String(wait) } })
  }
}

/** The name of the call that a path means, as the table has it; `unknown` for all others. */
export function callName(path: string): string {
  const name = path.replace(/^\/callback\/[\w-]+$/, '/callback/*')
  return Object.hasOwn(calls, name) ? name : 'unknown'
}

/** The call that a path and method mean. Throws the refusals `NOT_FOUND` and `METHOD_NOT_ALLOWED`. */
export function callOf(path: string, method: string): Call {
  const call = calls[path.replace(/^\/callback\/[\w-]+$/, '/callback/*')]
  if (!call) throw new Refusal('NOT_FOUND', 'There is no such call', 404)
  if (call.method !== method) throw new Refusal('METHOD_NOT_ALLOWED', `This call is made by ${call.method}`, 405)
  return call
}

/** The body as it is passed on: known keys in their stored form. Throws a refusal for what can never be right. */
export function tidyBody({ keys }: Call, path: string, given: Body): Body {
  const body: Body = Object.fromEntries(keys.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]))
  for (const key of keys)
    if (!['rememberMe', 'next', 'response'].includes(key) && body[key] !== undefined) body[key] = textIn(body, key)
  if (typeof body.email === 'string') body.email = normalizeEmail(body.email) ?? refuse('INVALID_EMAIL', 'Invalid email')
  if (keys.includes('email') && body.email === undefined) refuse('INVALID_EMAIL', 'Invalid email')
  if (path === '/sign-up/email') {
    body.name = rightName(body.name)
    rightPassword(body.password)
    if (!isLocale(body.language)) delete body.language
  }
  // where the mail's link leads on to: a path of ours, or nowhere
  if (keys.includes('next')) body.next = returnPath(body.next, '') || undefined
  if (keys.includes('newPassword')) rightPassword(body.newPassword)
  if (keys.includes('currentPassword')) hashable(body.currentPassword)
  return body
}

/** The path of ours that a tidied body names for its mail's link. */
export const nextIn = ({ next }: Body): string | null => (typeof next === 'string' ? next : null)

function textIn(body: Body, key: string): string {
  const value = body[key]
  // U+0000 is no text for Postgres
  return typeof value === 'string' && !value.includes('\0') ? value : refuse('VALIDATION_ERROR', `Invalid ${key}`)
}

function rightName(name: unknown): string {
  const problem = typeof name === 'string' ? nameProblem(name) : 'required'
  if (problem === 'required') refuse('NAME_REQUIRED', 'Name is required')
  if (problem === 'too_long') refuse('INVALID_NAME', 'Name too long')
  return tidyName(String(name))
}

function rightPassword(password: unknown) {
  const problem = passwordProblem(String(password ?? ''))
  if (problem === 'too_long') refuse('PASSWORD_TOO_LONG', 'Password too long')
  if (problem === 'required' || problem === 'too_short') refuse('PASSWORD_TOO_SHORT', 'Password too short')
}

/** Any password that an account may have from before; a longer one is not worth a hash. */
function hashable(password: unknown) {
  const given = typeof password === 'string' ? password : refuse('VALIDATION_ERROR', 'Invalid currentPassword')
  if (given.length > passwordMaxLength) refuse('PASSWORD_TOO_LONG', 'Password too long')
}

function refuse(code: string, message: string): never {
  throw new Refusal(code, message)
}
