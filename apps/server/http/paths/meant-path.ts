import { feedPath } from '@duo/features/blog/structured-data.ts'
import { deLocalizePath, type Locale, localeInPath, localizePath } from '@duo/platform/shared/locale.ts'

const signIn = '/auth?mode=sign-in'
const signUp = '/auth?mode=sign-up'

/** Addresses that people and programs expect of any site, without hyphens, and the page that they mean. */
const meantPages = new Map([
  ['/login', signIn],
  ['/signin', signIn],
  ['/entrar', signIn],
  ['/signup', signUp],
  ['/register', signUp],
  ['/cadastro', signUp],
  ['/cadastrar', signUp],
  ['/home', '/'],
  // https://www.w3.org/TR/change-password-url/
  ['/.wellknown/changepassword', '/account#password'],
])

const feeds = new Set(['/feed', '/feed.xml', '/rss', '/rss.xml'])
const portugueseWords = new Set(['/entrar', '/cadastro', '/cadastrar'])

/** Returns where a canonical path that is no page leads, with the request's query; else null. */
export function meantPath(path: string, query: string, requestedLocale: Locale): string | null {
  const name = deLocalizePath(path).replace(/[-_]/g, '')
  const locale = localeInPath(path) ?? (portugueseWords.has(name) ? 'pt' : requestedLocale)
  if (feeds.has(name)) return feedPath(locale) + query
  const page = meantPages.get(name)
  if (page === undefined) return null
  const [, before = '', hash = ''] = /^([^#]*)(.*)$/.exec(localizePath(page, locale)) ?? []
  return before + (before.includes('?') ? query.replace(/^\?/, '&') : query) + hash
}
