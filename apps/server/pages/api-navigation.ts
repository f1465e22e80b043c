import { procedures } from '@duo/features/server'
import { baseLocale, localizePath } from '@duo/platform/shared/locale.ts'
import type { RequestHandler } from 'express'
import { readRequestedLocale } from '../http/context.ts'
import { invalidPath } from '../http/paths/canonical-path.ts'
import { isNavigation } from '../http/visitor/navigation.ts'
import { type PageParts, renderPage, send } from './ssr.ts'

const documents = ['/docs', '/openapi.json']

const queries = new Set(
  Object.entries(procedures).flatMap(([name, { _def }]) => (_def.type === 'query' ? [`/trpc/${name}`] : [])),
)

/** What can be opened in a browser: the contract, the way back from a provider, a download, the result of a query. */
const canBeOpened = (path: string) =>
  documents.includes(path) || path.startsWith('/auth/callback/') || /^\/studio\/originals(?:\/|$)/.test(path) || queries.has(path)

/** A person who opens any other address of the API, as from a cut link, gets the not-found page. Programs get JSON. */
export function apiNavigation({ shedder, ...parts }: Omit<PageParts, 'cache'>): RequestHandler {
  return async (req, res, next) => {
    if (!isNavigation(req) || canBeOpened(req.path)) return next()
    const locale = readRequestedLocale(req) ?? baseLocale
    const address = localizePath(invalidPath, locale)
    const page = await shedder.page(res, () => renderPage({ ...parts, req, res, locale, address }))
    send(res, { ...page, isPersonal: true })
  }
}
