import type { IncomingHttpHeaders } from 'node:http'
import { hasCredentials } from '@duo/features/auth/server/sessions/sessions.ts'
import { sessionHintCookie } from '@duo/features/shell/session-hint.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { RequestHandler } from 'express'

type Site = Pick<AppContext, 'publicUrl'>
type Cookies = Pick<IncomingHttpHeaders, 'cookie'>

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:')
const hintName = (site: Site) => (isSecure(site) ? `__Host-${sessionHintCookie}` : sessionHintCookie)
const isHinted = (site: Site, { cookie = '' }: Cookies) =>
  cookie.split('; ').some((pair) => pair.startsWith(`${hintName(site)}=`))
const mayBeMember = (site: Site, { cookie = '' }: Cookies) => hasCredentials(site, { cookie, authorization: undefined })

/** False if the response must set or clear the cookie of `sessionHint`. */
export const isHintRight = (site: Site, headers: Cookies): boolean => isHinted(site, headers) === mayBeMember(site, headers)

/** Keeps a cookie that page scripts can read, unlike the session's, so that only browsers with a session ask for the viewer. */
export function sessionHint(appContext: AppContext): RequestHandler {
  const name = hintName(appContext)
  const options = { secure: isSecure(appContext), sameSite: 'lax' } as const
  return ({ headers }, res, next) => {
    if (!isHintRight(appContext, headers)) {
      if (mayBeMember(appContext, headers)) res.cookie(name, '1', options)
      else res.clearCookie(name, options)
    }
    next()
  }
}
