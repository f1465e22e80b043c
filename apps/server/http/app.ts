import { join, resolve } from 'node:path'
import { constants } from 'node:zlib'
import { createArticleLookup, findColorsBySlug } from '@duo/features/server'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { baseLocale } from '@duo/platform/shared/locale.ts'
import compression from 'compression'
import express, { type Express, type Request, type Response } from 'express'
import { siteFiles } from '../assets/site-files.ts'
import { filesOnly, notFound } from '../assets/static-files.ts'
import type { WebAssets } from '../assets/web-assets.ts'
import type { Env } from '../config/env.ts'
import { catchesMail, providerKeys, securityContact } from '../config/features.ts'
import { root } from '../config/paths.ts'
import { articlePictures } from '../content/article-pictures.ts'
import type { ContentVersion } from '../content/content-version.ts'
import { devMail } from '../dev/dev-mail.ts'
import type { LoadShedder } from '../load-shedding/load-shedding.ts'
import { forms } from '../pages/no-script-forms.ts'
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
  world: AppContext
  web: WebAssets
  contentVersion: ContentVersion
  shedder: LoadShedder
  telemetry: Pick<Telemetry, 'requests' | 'endpoint'>
  isClosing: () => boolean
}

/** The whole server, in the order a request meets it. */
export function createApp({ env, world, web, contentVersion, shedder, telemetry, isClosing }: Parts): Express {
  const pageParts = { world, web, gtmId: env.GTM_ID, contentVersion, shedder }
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', env.TRUST_PROXY)
  app.set('query parser', 'simple')
  // what is checked by its address (origin, decoding) must not pass by in capitals
  app.enable('case sensitive routing')

  app.use(requestLog(world.log))
  app.use(
    securityHeaders({
      https: world.publicUrl.startsWith('https:'),
      dev: env.NODE_ENV === 'development',
      tags: env.GTM_ID !== undefined,
    }),
  )
  const renderHome = async (req: Request, res: Response) =>
    (await renderPage({ ...pageParts, req, res, locale: baseLocale, address: '/' })).status
  app.use(health({ ...world, isClosing, renderHome }))
  if (telemetry.endpoint) app.all('/metrics', telemetry.endpoint)
  if (telemetry.requests.length > 0) app.use(...telemetry.requests)
  app.use('/api', noStore)
  app.use(rejectMalformedRequests)
  app.use(rejectInvalidHeaders(env.PUBLIC_URL))
  app.use(sameOriginOnly(world.publicUrl))
  const isCall = () => 'call' as const
  // before anything is spent on a call: refusing must cost a fraction of answering
  app.use('/api/trpc', shedder.admit(kindOfCall), refuseOverload)
  // below a kilobyte, its threshold, making an answer smaller takes longer than sending it
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } }))
  app.use('/api/auth', auth(world, providerKeys(env), shedder.admit(isCall)))
  app.use('/api/trpc', api(world))
  if (catchesMail(env)) app.use('/dev/mail', devMail(world.db))
  const pictureRouters = join(resolve(root, env.DATA_DIR), 'cache/pictures')
  app.use(
    articlePictures({
      articles: createArticleLookup(world.db),
      agents: (slug) => findColorsBySlug(world.db, slug),
      folder: pictureRouters,
      log: world.log,
    }),
  )
  app.use(siteFiles(world, contentVersion, securityContact(env)))
  app.use('/api', notFound)
  app.use(filesOnly(web.assets))
  app.use(forms(pageParts))
  app.use(secretLinks)
  app.use(pages(pageParts))
  app.use(errorHandler(world))
  return app
}
