import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { appCodeOf } from '@duo/platform/server/errors/trpc-errors.ts'
import { html } from '@duo/platform/server/html/html.ts'
import { renderHtmlPage } from '@duo/platform/server/html/html-page.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError, type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import { baseLocale, type Locale, localeInPath, localizePath } from '@duo/platform/shared/locale.ts'
import { TRPCError } from '@trpc/server'
import type { ErrorRequestHandler } from 'express'
import { Overloaded } from '../load-shedding/load-shedding.ts'
import { isApiPath } from './api-path.ts'
import { localsOf, readRequestedLocale } from './context.ts'
import { isNavigation } from './visitor/navigation.ts'

export function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  if (error instanceof TRPCError) return appCodeOf(error)
  if (isConnectionError(error) || isLockError(error)) return 'unavailable'
  const status = (error as { status?: unknown } | null)?.status
  if (status === 404) return 'not_found'
  return typeof status === 'number' && status >= 400 && status < 500 ? 'bad_input' : 'internal'
}

/** Returns the longest `retryAfterSeconds` of these errors, in s, or null. */
export function computeRetryAfter(failures: readonly TRPCError[]): number | null {
  const waits = failures.flatMap(({ cause }) => (cause instanceof AppError ? (cause.retryAfterSeconds ?? []) : []))
  return waits.length > 0 ? Math.max(...waits) : null
}

/** The response has a request id and a link home, but no details of the error. */
export function errorHandler({ log, observer }: Pick<AppContext, 'log' | 'observer'>): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const code = codeOf(error)
    const { requestId } = localsOf(res)
    if (!(error instanceof Overloaded)) observer?.failure('other', code)
    if (errorStatus[code] >= 500 && !(error instanceof Overloaded)) log.error({ err: error, code, requestId }, 'request failed')
    if (res.headersSent) return void res.destroy()
    res.removeHeader('ETag') // the ETag of the intended response must not apply to the error
    res.status(errorStatus[code]).setHeader('Cache-Control', 'no-store')
    const wait =
      error instanceof AppError
        ? (error.retryAfterSeconds ?? null)
        : (computeRetryAfter(error instanceof TRPCError ? [error] : []) ?? (code === 'unavailable' ? 5 : null))
    if (wait !== null) res.setHeader('Retry-After', String(wait))
    if (isApiPath(req.path) && !isNavigation(req)) return void res.json({ error: code, requestId })
    const locale = localeInPath(req.path) ?? readRequestedLocale(req) ?? baseLocale
    const localeOptions = { locale }
    const { title, text } = errorTexts(code, localeOptions)
    const home = localizePath('/', locale)
    const main = html`<h1>${title}</h1><p>${text}</p><p><a href="${home}">${m.ui_failure_home({}, localeOptions)}</a></p><p><code>${requestId}</code></p>`
    res.type('html').send(renderHtmlPage({ locale, title, main }))
  }
}

function errorTexts(code: ErrorCode, localeOptions: { locale: Locale }) {
  if (code === 'unavailable') return { title: m.ui_busy_title({}, localeOptions), text: m.ui_busy_text({}, localeOptions) }
  const title = errorStatus[code] >= 500 ? m.ui_failure_title({}, localeOptions) : m.ui_bad_request_title({}, localeOptions)
  return { title, text: m.ui_failure_text({}, localeOptions) }
}
