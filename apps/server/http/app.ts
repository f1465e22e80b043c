import { join, resolve } from 'node:path'
import { constants } from 'node:zlib'
import { createArticleLookup, findColorsBySlug } from '@duo/features/server'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { baseLocale } from '@duo/platform/shared/locale.ts'
import compression from 'compression'
import express, { type Express, type Request, type Response } from 'express'
import { siteFiles } from '../assets/site-files.ts'
import { filesOnly, notFound, prefetchLinks } from '../assets/static-files.ts'
import type { WebAssets } from '../assets/web-assets.ts'
import type { Env } from '../config/env.ts'
import { catchesMail, providerKeys, securityContact } from '../config/features.ts'
import { root } from '../config/paths.ts'
import { articlePictures } from '../content/article-pictures.ts'
import type { ContentVersion } from '../content/content-version.ts'
import { devMail } from '../dev/dev-mail.ts'
import type { LoadShedder } from '../load-shedding/load-shedding.ts'
import { forms } from '../pages/no-script-forms.ts'
import { sessionHint } from '../pages/session-hint.ts'
import { pages, renderPage } from '../pages/ssr.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { api, kindOfCall, refuseOverload } from './api.ts'
import { auth } from './auth-routes.ts'
import { errorHandler } from './error-handler.ts'
import { noStore, rejectInvalidHeaders, rejectMalformedRequests, sameOriginOnly, securityHeaders } from './headers.ts'
import { health } from './health.ts'
import { requestLog } from './request-log.ts'
import { secretLinks } from './secret-links.ts'

interface Parts {
  env: Env
  appContext: AppContext
  web: WebAssets
  contentVersion: ContentVersion
  shedder: LoadShedder
  telemetry: Pick<Telemetry, 'requests' | 'endpoint'>
  isClosing: () => boolean
}

/** Assembles the Express app, with middleware in the order of the request. */
export function createApp({ env, appContext, web, contentVersion, shedder, telemetry, isClosing }: Parts): Express {
  const pageParts = { appContext, web, gtmId: env.GTM_ID, contentVersion, shedder }
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', env.TRUST_PROXY)
  app.set('query parser', 'simple')
  // checks by path (origin, decoding) must not be bypassed with capitals
  app.enable('case sensitive routing')

  app.use(requestLog(appContext.log))
  app.use(
    securityHeaders({
      https: appContext.publicUrl.startsWith('https:'),
      dev: env.NODE_ENV === 'development',
      tags: env.GTM_ID !== undefined,
    }),
  )
  const renderHome = async (req: Request, res: Response) =>
    (await renderPage({ ...pageParts, req, res, locale: baseLocale, address: '/' })).status
  app.use(health({ ...appContext, isClosing, renderHome }))
  if (telemetry.endpoint) app.all('/metrics', telemetry.endpoint)
  if (telemetry.requests.length > 0) app.use(...telemetry.requests)
  app.use('/api', noStore)
  app.use(rejectMalformedRequests)
  app.use(rejectInvalidHeaders(env.PUBLIC_URL))
  app.use(sameOriginOnly(appContext.publicUrl))
  const isCall = () => 'call' as const
  app.use('/api/trpc', shedder.admit(kindOfCall), refuseOverload)
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }))
  app.use('/api/auth', auth(appContext, providerKeys(env), shedder.admit(isCall)))
  app.use('/api/trpc', api(appContext))
  if (catchesMail(env)) app.use('/dev/mail', devMail(appContext.db))
  const pictureFolder = join(resolve(root, env.DATA_DIR), 'cache/pictures')
  app.use(
    articlePictures({
      articles: createArticleLookup(appContext.db),
      agents: (slug) => findColorsBySlug(appContext.db, slug),
      folder: pictureFolder,
      log: appContext.log,
    }),
  )
  app.use(siteFiles(appContext, contentVersion, securityContact(env)))
  app.use('/api', notFound)
  app.use(filesOnly(web.assets))
  app.use(forms(pageParts))
  app.use(secretLinks)
  app.use(sessionHint(appContext))
  if (web.keepsPages) app.use(prefetchLinks)
  app.use(pages(pageParts))
  app.use(errorHandler(appContext))
  return app
}
