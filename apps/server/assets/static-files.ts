import { AppError } from '@duo/platform/shared/errors.ts'
import type { RequestHandler } from 'express'

/** Serves files to those who read; and what is called a file of the build but is none ends here instead of among the pages. */
export const filesOnly =
  (assets: RequestHandler): RequestHandler =>
  (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next()
    assets(req, res, (error?: unknown) => {
      if (error) next(error)
      else if (req.path.startsWith('/assets/')) next(new AppError('not_found'))
      else next()
    })
  }

/** The end of a branch of addresses. */
export const notFound: RequestHandler = (_req, _res, next) => next(new AppError('not_found'))
