import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { isLocale } from '@duo/platform/shared/locale.ts'
import type { AuthEndpoint, AuthEndpoints } from '../../auth-endpoints.ts'
import { nameProblem, normalizeName, passwordMaxLength, passwordProblem, returnPath } from '../../rules.ts'
import { accountLimit, mailLimits, passwordLimit, recoverLimits, signInLimits, signUpLimits, tokenLimit } from '../../schema.ts'
import type { CallLimits } from '../auth-rate-limit.ts'

type Body = Record<string, unknown>

interface Endpoint extends CallLimits {
  method: 'GET' | 'POST'
  /** Keys that reach better-auth; others are dropped, so that callers cannot set its options. */
  keys: readonly string[]
  hashesPassword?: true
}

type Posted = {
  [Path in AuthEndpoint as `/${Path}`]: Endpoint & { method: 'POST'; keys: readonly (keyof AuthEndpoints[Path]['input'])[] }
}

/** Allowlist of the calls below /api/auth; all others return 404. Browsers open the callback; API clients may ask for their session. */
const endpoints: Posted & Record<'/callback/*' | '/get-session', Endpoint> = {
  '/sign-up/email': {
    method: 'POST',
    keys: ['name', 'email', 'password', 'language', 'next'],
    hashesPassword: true,
    network: signUpLimits.network,
    account: [signUpLimits.account],
  },
  '/sign-in/email': {
    method: 'POST',
    keys: ['email', 'password', 'rememberMe'],
    hashesPassword: true,
    network: signInLimits.network,
    pair: [signInLimits.pair, signInLimits.pairDay],
    account: [signInLimits.account],
    slow: [signInLimits.slow, signInLimits.slowDay],
    device: [signInLimits.device, signInLimits.deviceDay],
  },
  '/sign-in/social': { method: 'POST', keys: ['provider', 'callbackURL', 'errorCallbackURL'], network: accountLimit },
  '/link-social': { method: 'POST', keys: ['provider', 'callbackURL', 'errorCallbackURL'], network: accountLimit },
  '/callback/*': { method: 'GET', keys: [], network: accountLimit },
  '/sign-out': { method: 'POST', keys: [], network: accountLimit },
  '/get-session': { method: 'GET', keys: [], network: accountLimit },
  '/confirm-email': { method: 'POST', keys: ['token'], network: tokenLimit },
  '/not-me': { method: 'POST', keys: ['token'], network: tokenLimit },
  '/reset-password': { method: 'POST', keys: ['token', 'newPassword'], hashesPassword: true, network: tokenLimit },
  '/change-password': { method: 'POST', keys: ['currentPassword', 'newPassword'], hashesPassword: true, network: passwordLimit },
  '/send-verification-email': {
    method: 'POST',
    keys: ['email', 'next'],
    network: mailLimits.network,
    account: [mailLimits.account],
  },
  '/request-password-reset': {
    method: 'POST',
    keys: ['email'],
    network: mailLimits.network,
    pair: [recoverLimits.asker, recoverLimits.askerDay],
    account: [recoverLimits.mailbox],
    device: [recoverLimits.device, recoverLimits.deviceDay],
  },
}

export const authEndpoints: readonly { name: string; method: 'GET' | 'POST'; keys: readonly string[] }[] = Object.entries(
  endpoints,
).map(([name, { method, keys }]) => ({ name, method, keys }))

export class AuthEndpointError extends Error {
  readonly code: string
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly details: Record<string, number>
  constructor(code: string, message: string, status = 400, retryAfterSeconds?: number, details: Record<string, number> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }

  response(): Response {
    const { code, message, status, details, retryAfterSeconds: wait } = this
    return Response.json(
      { code, message, ...details },
      { status, headers: wait === undefined ? {} : { 'retry-after': String(wait) } },
    )
  }
}

const nameOf = (path: string) => path.replace(/^\/callback\/[\w-]+$/, '/callback/*')

export const endpointName = (path: string): string => (Object.hasOwn(endpoints, nameOf(path)) ? nameOf(path) : 'unknown')

const findByName = (path: string): Endpoint | undefined => new Map<string, Endpoint>(Object.entries(endpoints)).get(nameOf(path))

/** Throws `NOT_FOUND` or `METHOD_NOT_ALLOWED`. */
export function findEndpoint(path: string, method: string): Endpoint {
  const endpoint = findByName(path)
  if (!endpoint) throw new AuthEndpointError('NOT_FOUND', 'There is no such call', 404)
  if (endpoint.method !== method)
    throw new AuthEndpointError('METHOD_NOT_ALLOWED', `This call is made by ${endpoint.method}`, 405)
  return endpoint
}

/** Returns the allowed keys in their stored form. Throws for invalid values. */
export function sanitizeBody({ keys }: Endpoint, path: string, input: Body): Body {
  const body: Body = Object.fromEntries(keys.filter((key) => input[key] !== undefined).map((key) => [key, input[key]]))
  for (const key of keys) if (!['rememberMe', 'next'].includes(key) && body[key] !== undefined) body[key] = requireText(body, key)
  if (typeof body.email === 'string')
    body.email = normalizeEmail(body.email) ?? throwEndpointError('INVALID_EMAIL', 'Invalid email')
  if (keys.includes('email') && body.email === undefined) throwEndpointError('INVALID_EMAIL', 'Invalid email')
  if (path === '/sign-up/email') {
    body.name = validName(body.name)
    requireValidPassword(body.password)
    if (!isLocale(body.language)) delete body.language
  }
  if (keys.includes('next')) body.next = returnPath(body.next, '') || undefined
  if (keys.includes('newPassword')) requireValidPassword(body.newPassword)
  if (keys.includes('currentPassword')) requireHashable(body.currentPassword)
  return body
}

export const redirectPathOf = ({ next }: Body): string | null => (typeof next === 'string' ? next : null)

function requireText(body: Body, key: string): string {
  const value = body[key]
  return typeof value === 'string' && !value.includes('\0') ? value : throwEndpointError('VALIDATION_ERROR', `Invalid ${key}`)
}

function validName(name: unknown): string {
  const problem = typeof name === 'string' ? nameProblem(name) : 'required'
  if (problem === 'required') throwEndpointError('NAME_REQUIRED', 'Name is required')
  if (problem === 'too_long') throwEndpointError('INVALID_NAME', 'Name too long')
  return normalizeName(String(name))
}

function requireValidPassword(password: unknown) {
  const problem = passwordProblem(String(password ?? ''))
  if (problem === 'too_long') throwEndpointError('PASSWORD_TOO_LONG', 'Password too long')
  if (problem === 'required' || problem === 'too_short') throwEndpointError('PASSWORD_TOO_SHORT', 'Password too short')
}

/** Accepts any existing password; longer ones are not worth a hash. */
function requireHashable(password: unknown) {
  const text = typeof password === 'string' ? password : throwEndpointError('VALIDATION_ERROR', 'Invalid currentPassword')
  if (text.length > passwordMaxLength) throwEndpointError('PASSWORD_TOO_LONG', 'Password too long')
}

function throwEndpointError(code: string, message: string): never {
  throw new AuthEndpointError(code, message)
}
