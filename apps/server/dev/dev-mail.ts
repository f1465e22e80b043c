import type { Db } from '@duo/db/index.ts'
import { mailListPage, mailPage } from '@duo/platform/server/mail/mail-pages.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { baseLocale } from '@duo/platform/shared/locale.ts'
import { Router } from 'express'
import { readRequestedLocale } from '../http/context.ts'
import { thisMachineOnly } from '../http/headers.ts'

/** Shows the caught mails. Mount it only if `catchesMail`. */
export function devMail(db: Db): Router {
  const router = Router()
  router.use((_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store').setHeader('X-Robots-Tag', 'noindex')
    next()
  })
  router.use(thisMachineOnly)
  router.get('/', async (req, res) => void res.type('html').send(await mailListPage(db, readRequestedLocale(req) ?? baseLocale)))
  router.get('/:id', async (req, res) => {
    const page = await mailPage(db, req.params.id, readRequestedLocale(req) ?? baseLocale)
    if (page === null) throw new AppError('not_found')
    res.type('html').send(page)
  })
  return router
}
