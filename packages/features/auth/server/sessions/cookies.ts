import type { AppContext } from '@duo/platform/server/trpc.ts'
import { cookiePrefix } from './sessions.ts'

/** Returns a Set-Cookie header for a cookie that only our server reads. */
export function cookieHeader({ publicUrl }: Pick<AppContext, 'publicUrl'>, name: string, value: string, minutes: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookiePrefix(publicUrl)}.${name}=${value}; Max-Age=${minutes * 60}; Path=/; HttpOnly${secure}; SameSite=Lax`
}
