import type { RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import { constants } from 'node:zlib'
import { createArticleLookup } from '@duo/features/blog/server/article-lookup.ts'
import { findColorsBySlug } from '@duo/features/marketplace/server/agent-queries.ts'
import { findSharedCard } from '@duo/features/studio/server/sharing/shared-agent.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { baseLocale } from '@duo/platform/shared/locale.ts'
import compression from 'compression'
import express, { type Request, type Response } from 'express'
import { siteFiles } from '../assets/site-files.ts'
import { filesOnly, notFound, prefetchLinks } from '../assets/static-files.ts'
import type { WebAssets } from '../assets/web-assets.ts'
import type { Env } from '../config/env.ts'
import { catchesMail, dataController, providerKeys, securityContact } from '../config/features.ts'
import { root } from '../config/paths.ts'
import type { ContentVersion } from '../content/content-version.ts'
import { pictures } from '../content/pictures.ts'
import { devMail } from '../dev/dev-mail.ts'
import type { LoadShedder } from '../load-shedding/load-shedding.ts'
import { openApi } from '../openapi/routes.ts'
import { apiNavigation } from '../pages/api-navigation.ts'
import { createCompress } from '../pages/cached-body.ts'
import { createCompressPage } from '../pages/cached-page.ts'
import { cachedResponses } from '../pages/cached-responses.ts'
import { createCallCache } from '../pages/calls/call-cache.ts'
import { forms } from '../pages/no-script-forms.ts'
import { createPageCache } from '../pages/page-cache.ts'
import { createSecurityHeaders, securityHeaders } from '../pages/security-headers.ts'
import { sessionHint } from '../pages/session-hint.ts'
import { pages, renderPage } from '../pages/ssr.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { api, kindOfCall, refuseOverload } from './api.ts'
import { auth } from './auth-routes.ts'
import { errorHandler } from './error-handler.ts'
import { noStore, publicHostOnly, rejectMalformedRequests, sameOriginOnly } from './headers.ts'
import { health } from './health.ts'
import { secretLinks } from './paths/secret-links.ts'
import { requestLog } from './request-log.ts'
import { studioFiles } from './studio-files.ts'
import { absoluteTarget } from './visitor/absolute-target.ts'
import { createClientAddress, storeClientAddress, watchForwardedFor } from './visitor/client-address.ts'

interface Parts {
  env: Env
  appContext: AppContext
  web: WebAssets
  contentVersion: ContentVersion
  shedder: LoadShedder
  telemetry: Pick<Telemetry, 'requests' | 'endpoint'>
  isClosing: () => boolean
  isDatabaseFull: () => boolean
}

/** Assembles cached responses and the Express app behind them, with middleware in the order of the request. */
export function createApp({ env, appContext, web, contentVersion, shedder, telemetry, ...state }: Parts): RequestListener {
  const { log } = appContext
  const security = createSecurityHeaders({
    https: appContext.publicUrl.startsWith('https:'),
    dev: env.NODE_ENV === 'development',
    tags: env.GTM_ID !== undefined,
  })
  const compress = createCompress(log)
  const cache = createPageCache(contentVersion, createCompressPage({ security, link: web.link, compress }))
  const callCache = createCallCache(contentVersion, security, compress)
  const forwardedFor = watchForwardedFor()
  const addressOf = createClientAddress(env.TRUST_PROXY, log, forwardedFor)
  const pageParts = { appContext, web, gtmId: env.GTM_ID, dataController: dataController(env), cache, shedder }
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', env.TRUST_PROXY)
  app.set('query parser', 'simple')
  app.enable('case sensitive routing') // checks by path (origin, decoding) must not be bypassed with capitals

  app.use(requestLog(log))
  app.use(storeClientAddress(addressOf))
  app.use(securityHeaders(security))
  const renderHome = async (req: Request, res: Response) =>
    (await renderPage({ ...pageParts, req, res, locale: baseLocale, address: '/' })).status
  app.use(health({ ...appContext, ...state, renderHome, forwardedFor }))
  if (telemetry.endpoint) app.all('/metrics', telemetry.endpoint)
  if (telemetry.requests.length > 0) app.use(...telemetry.requests)
  app.use('/api', noStore)
  app.use(rejectMalformedRequests)
  app.use(publicHostOnly(env.PUBLIC_URL, log))
  app.use(sameOriginOnly(appContext.publicUrl))
  const isCall = () => 'call' as const
  const hint = sessionHint(appContext)
  app.use('/api', apiNavigation(pageParts))
  app.use('/api/trpc', shedder.admit(kindOfCall), refuseOverload)
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }))
  app.use('/api/auth', auth(appContext, providerKeys(env), shedder.admit(isCall)))
  app.use('/api/trpc', hint, api(appContext, callCache))
  app.use('/api/studio', studioFiles(appContext, shedder.admit(isCall)))
  if (catchesMail(env)) app.use('/dev/mail', devMail(appContext.db))
  const pictureFolder = join(resolve(root, env.DATA_DIR), 'cache/pictures')
  app.use(
    pictures({
      articles: createArticleLookup(appContext.db),
      agents: (slug) => findColorsBySlug(appContext.db, slug),
      sharedAgents: (slug) => findSharedCard(appContext.db, slug),
      folder: pictureFolder,
      log,
    }),
  )
  app.use(siteFiles({ appContext, contentVersion, compress, contact: securityContact(env) }))
  app.use('/api', openApi(appContext.publicUrl))
  app.use('/api', notFound)
  app.use(filesOnly(web.assets))
  app.use(forms(pageParts))
  app.use(secretLinks)
  app.use(hint)
  if (web.cachesPages) app.use(prefetchLinks)
  app.use(pages(pageParts))
  app.use(errorHandler(appContext))
  const isServed = cachedResponses({
    appContext,
    cache,
    callCache,
    publicUrl: env.PUBLIC_URL,
    addressOf,
    requests: telemetry.requests,
  })
  return async (req, res) => {
    absoluteTarget(req)
    if (!(await isServed(req, res))) app(req, res)
  }
}
