import { AppError } from '@duo/platform/shared/errors.ts'
import type { RequestHandler } from 'express'

/** Serves static files. A missing file below /assets is a 404 instead of falling through to the pages. */
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

export const notFound: RequestHandler = (_req, _res, next) => next(new AppError('not_found'))

/** Browsers fetch a page when its link is hovered or pressed. The rules are a file, so no page carries them. */
export const speculationRules = ['Speculation-Rules', '"/speculation-rules.json"'] as const

export const prefetchLinks: RequestHandler = (_req, res, next) => {
  res.setHeader(...speculationRules)
  next()
}
