import type { AppContext } from '@duo/platform/server/trpc.ts'
import { type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { returnPath } from '../../rules.ts'
import { cookieHeader } from '../sessions/cookies.ts'
import { cookiePrefix } from '../sessions/sessions.ts'
import type { CallState } from '../sign-in/call-state.ts'

type CookieContext = Pick<AppContext, 'publicUrl'>

interface Attempt {
  /** Cookie name without the prefix. */
  name: string
  startedAt: number
  /** First characters of the state. */
  key: string
  /** State, signed by better-auth. */
  signedState: string
  /** Page that shows a failure. */
  failedPath: string
}

/** Of one browser. The oldest is dropped, so that the cookies cannot outgrow a request's headers. */
const maxAttempts = 5

/**
 * The state itself expires after ten minutes, and works once. Its cookie lives longer, so that a visitor who comes back late
 * or twice still returns to the page that started the sign-in.
 */
const attemptMinutes = 60

/**
 * better-auth stores the state in one cookie per browser, so a second tab would void the first one's sign-in. We rename
 * that cookie: each attempt has its own, and better-auth still compares its signed value with the callback's state.
 */
const libraryCookie = ({ publicUrl }: CookieContext) => `${cookiePrefix(publicUrl)}.state`

const keyOf = (state: string) => state.slice(0, 8)

function readAttempts(context: CookieContext, cookies = ''): Attempt[] {
  const start = `${libraryCookie(context)}.`
  return cookies.split(';').flatMap((pair) => {
    const [cookie = '', value = ''] = pair.trim().split('=', 2)
    const [, time, key] = /^([0-9a-z]{1,9})\.([\w-]{8})$/.exec(cookie.startsWith(start) ? cookie.slice(start.length) : '') ?? []
    if (time === undefined || key === undefined) return []
    const [signedState = '', path = ''] = value.split(':', 2)
    const failedPath = returnPath(Buffer.from(path, 'base64url').toString(), '')
    return [{ name: `state.${time}.${key}`, startedAt: Number.parseInt(time, 36), key, signedState, failedPath }]
  })
}

function findAttempt(context: CookieContext, cookies: string | undefined, query: string): Attempt | undefined {
  const state = new URLSearchParams(query).get('state') ?? ''
  return readAttempts(context, cookies).findLast(({ key }) => key === keyOf(state))
}

/** Returns the page that shows why a callback failed: the one that started the sign-in, else the sign-in page. */
export const providerFailedPath = (
  context: CookieContext,
  { cookies, query, locale }: { cookies: string | undefined; query: string; locale: Locale },
) => findAttempt(context, cookies, query)?.failedPath || localizePath('/auth', locale)

/** Returns the request's cookies with this callback's state under the name that better-auth reads. */
export function withAttemptState(context: CookieContext, { path, query }: CallState, cookies: string | undefined) {
  const attempt = path.startsWith('/callback/') ? findAttempt(context, cookies, query) : undefined
  if (!attempt) return cookies
  const name = libraryCookie(context)
  const others = (cookies ?? '').split(';').filter((pair) => !pair.trimStart().startsWith(`${name}=`))
  return [...others, `${name}=${attempt.signedState}`].join(';')
}

/** Gives the attempt of this response its own cookie, and leads a failed callback back to the page that started it. */
export function keepAttempt(context: CookieContext, call: CallState, response: Response): Response {
  const name = libraryCookie(context)
  const isCallback = call.path.startsWith('/callback/')
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  for (const line of response.headers.getSetCookie()) {
    if (!line.startsWith(`${name}=`)) headers.append('set-cookie', line)
    else if (!isCallback) for (const own of attemptCookies(context, call, line)) headers.append('set-cookie', own)
  }
  const [, error] = /^\/auth(\?error=.*)$/s.exec(headers.get('location') ?? '') ?? []
  if (isCallback && error !== undefined) {
    const { query, locale } = call
    const path = providerFailedPath(context, { cookies: call.headers.cookie, query, locale })
    headers.set('location', withQuery(path, error.slice(1)))
  }
  return new Response(response.body, { status: response.status, headers })
}

export const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`

function attemptCookies(context: CookieContext, { headers, body }: CallState, line: string): string[] {
  const signedState = /=([^;]*)/.exec(line)?.[1] ?? ''
  const failedPath = Buffer.from(returnPath(body.errorCallbackURL, '')).toString('base64url')
  const startedAt = Math.floor(Date.now() / 1000).toString(36)
  const surplus = readAttempts(context, headers.cookie)
    .sort((a, b) => b.startedAt - a.startedAt)
    .slice(maxAttempts - 1)
  return [
    ...surplus.map(({ name }) => cookieHeader(context, name, '', 0)),
    cookieHeader(context, `state.${startedAt}.${keyOf(signedState)}`, `${signedState}:${failedPath}`, attemptMinutes),
  ]
}
