import type { RawRequest } from './raw-request.ts'

/** The content types of answers. */
const json = ['application/json']
const html = ['text/html', ...json]

export interface Route {
  /** The fuzzer replaces `*`. */
  path: string
  method: RawRequest['method']
  types: readonly string[]
  /** The fields of its JSON body or of its form. */
  body?: readonly string[]
  isForm?: boolean
}

const page = (path: string): Route => ({ path, method: 'GET', types: html })
const file = (path: string, ...types: string[]): Route => ({ path, method: 'GET', types: [...types, ...html] })

/** The pages. Each also has a Portuguese address below /pt. */
const pages = [
  ...['/', '/about', '/community', '/pricing', '/privacy', '/terms', '/marketplace', '/waitlist', '/waitlist/confirm'],
  ...['/waitlist/unsubscribe', '/auth', '/auth/recover', '/auth/reset', '/auth/confirm', '/auth/cancel-change', '/auth/not-me'],
  ...['/account', '/blog', '/blog/*', '/blog/en/*', '/chat/*', '/shared/*', '/*'],
]

/** Every route except procedures and calls under /api/auth, in the order of app.ts. */
export const routes: readonly Route[] = [
  // Express answers their OPTIONS in plain text
  { path: '/health', method: 'GET', types: [...html, 'text/plain'] },
  { path: '/ready', method: 'GET', types: [...html, 'text/plain'] },
  { path: '/metrics', method: 'GET', types: html },
  { path: '/api/*', method: 'POST', types: json, body: ['a'] },
  { path: '/api/trpc/*', method: 'POST', types: json, body: ['a'] },
  page('/dev/mail'),
  page('/dev/mail/*'),
  file('/blog/images/*', 'image/'),
  file('/marketplace/images/*', 'image/'),
  file('/share/*', 'image/'),
  file('/sitemap.xml', 'application/xml'),
  file('/sitemap-*.xml', 'application/xml'),
  file('/robots.txt', 'text/plain'),
  file('/llms.txt', 'text/plain'),
  file('/blog/rss.xml', 'application/rss+xml'),
  file('/pt/blog/rss.xml', 'application/rss+xml'),
  file('/assets/*', 'text/javascript', 'text/css', 'font/', 'image/', 'application/'),
  file('/favicon.svg', 'image/'),
  { path: '/', method: 'POST', types: html, body: ['email', 'invitedByCode', 'without', 'website', 'key'], isForm: true },
  { path: '/pt', method: 'POST', types: html, body: ['email', 'invitedByCode', 'without', 'website', 'key'], isForm: true },
  { path: '/waitlist/unsubscribe?ticket=*', method: 'POST', types: html, body: ['List-Unsubscribe'], isForm: true },
  ...pages.map(page),
  ...pages.map((path) => page(path === '/' ? '/pt' : `/pt${path}`)),
]
