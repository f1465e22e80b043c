import { hasCredentials, sessionHintCookie } from '@duo/features/server'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { RequestHandler } from 'express'

/**
 * Keeps a cookie that page scripts can read beside the session's, which they cannot: only who has it is asked for on a page that is the
 * same for everyone.
 */
export function sessionHint(appContext: AppContext): RequestHandler {
  const secure = appContext.publicUrl.startsWith('https:')
  const name = secure ? `__Host-${sessionHintCookie}` : sessionHintCookie
  return (req, res, next) => {
    const { cookie = '' } = req.headers
    const isHinted = new RegExp(`(?:^|; *)${name}=`).test(cookie)
    const mayBeMember = hasCredentials(appContext, { cookie, authorization: undefined })
    if (mayBeMember && !isHinted) res.cookie(name, '1', { secure, sameSite: 'lax' })
    if (!mayBeMember && isHinted) res.clearCookie(name, { secure, sameSite: 'lax' })
    next()
  }
}
