import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@duo/platform/server/log.ts'
import type { RequestHandler } from 'express'
import { isApiPath } from './api-path.ts'
import { identify, localsOf } from './context.ts'
import { withoutSecretLink } from './paths/secret-links.ts'

const pathLength = 200

const isQuiet = (path: string) =>
  path === '/health' || path === '/ready' || path === '/metrics' || path.startsWith('/@') || /\.\w+$/.test(path)

/** Logs one line per request, without query, headers or client address: those may be personal data. */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    res.setHeader('X-Request-Id', logRequest(log, req, res, withoutSecretLink(req.path)))
    next()
  }
}

/** Identifies the request and logs it when the response has ended. `fullPath` must not be secret. */
export function logRequest(log: Logger, { method }: IncomingMessage, res: ServerResponse, fullPath: string): string {
  const requestId = identify(res)
  const path = fullPath.slice(0, pathLength)
  res.on('close', () => {
    const { startedAt, isShed } = localsOf(res)
    const ms = Math.round(performance.now() - startedAt)
    const line = { requestId, method, path, status: res.statusCode, ms, ...(res.writableFinished ? {} : { aborted: true }) }
    if (isShed) log.debug(line, 'request')
    else if (res.statusCode >= 500) log.error(line, 'request')
    else if (res.statusCode === 404 && !isApiPath(path)) log.warn(line, 'page not found')
    else if (isQuiet(path)) log.debug(line, 'request')
    else log.info(line, 'request')
  })
  return requestId
}
