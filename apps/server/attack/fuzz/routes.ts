import { join } from 'node:path'
import { publicPages } from '@duo/features/server'
import type { RenderModule } from '@duo/web/render.ts'
import { root } from '../../config/paths.ts'
import type { RawRequest } from './raw-request.ts'

const json = ['application/json']
const html = ['text/html', ...json]

export interface Route {
  /** The fuzzer replaces `*`. */
  path: string
  method: RawRequest['method']
  types: readonly string[]
  /** Fields of the JSON body or form. */
  body?: readonly string[]
  isForm?: boolean
}

const page = (path: string): Route => ({ path, method: 'GET', types: html })
const file = (path: string, ...types: string[]): Route => ({ path, method: 'GET', types: [...types, ...html] })

// the build lists the routes of the app's pages: `/connected/chat/$id`, whose layout has no path, is `/chat/*`
const { pageFiles } = (await import(join(root, 'apps/web/dist/server/entry-server.js'))) as RenderModule
const appPages = Object.keys(pageFiles()).map((id) => id.replace(/\$\w*/g, '*').replace(/^\/connected(?=\/|$)/, '') || '/')
const documents = publicPages.map(({ path }) => path)
const pages = [...new Set([...appPages, ...documents, '/help?region=*', '/*'])]

/** Every route except procedures and account endpoints, in the order of app.ts. */
export const routes: readonly Route[] = [
  // Express responds to OPTIONS in plain text
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
  file('/.well-known/duo-signing-key.json', 'application/json'),
  { path: '/', method: 'POST', types: html, body: ['email', 'invitedByCode', 'without', 'website', 'key'], isForm: true },
  { path: '/pt', method: 'POST', types: html, body: ['email', 'invitedByCode', 'without', 'website', 'key'], isForm: true },
  { path: '/waitlist/unsubscribe?ticket=*', method: 'POST', types: html, body: ['List-Unsubscribe'], isForm: true },
  ...pages.map(page),
  ...pages.map((path) => page(path === '/' ? '/pt' : `/pt${path}`)),
]
