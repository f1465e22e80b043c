import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { appCodeOf } from '@duo/platform/server/errors/trpc-errors.ts'
import { html } from '@duo/platform/server/html/html.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError, type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import { baseLocale, type Locale, localeInPath } from '@duo/platform/shared/locale.ts'
import { TRPCError } from '@trpc/server'
import type { ErrorRequestHandler } from 'express'
import { Overloaded } from '../load-shedding/load-shedding.ts'
import { isApiPath } from './api-path.ts'
import { localsOf, readRequestedLocale } from './context.ts'
import { isNavigation } from './visitor/navigation.ts'
import { failurePage } from './visitor/refusal.ts'

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

/** For a failure outside of a procedure: an unavailable database is asked again after 5 s. */
export function retryAfterOf(error: unknown, code: ErrorCode): number | null {
  if (error instanceof AppError) return error.retryAfterSeconds ?? null
  return computeRetryAfter(error instanceof TRPCError ? [error] : []) ?? (code === 'unavailable' ? 5 : null)
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
    const wait = retryAfterOf(error, code)
    if (wait !== null) res.setHeader('Retry-After', String(wait))
    if (isApiPath(req.path) && !isNavigation(req)) return void res.json({ error: code, requestId })
    const locale = localeInPath(req.path) ?? readRequestedLocale(req) ?? baseLocale
    res.type('html').send(failurePage(locale, errorTexts(code, { locale }), html`<p><code>${requestId}</code></p>`))
  }
}

function errorTexts(code: ErrorCode, localeOptions: { locale: Locale }) {
  if (code === 'unavailable') return { title: m.ui_busy_title({}, localeOptions), text: m.ui_busy_text({}, localeOptions) }
  const title = errorStatus[code] >= 500 ? m.ui_failure_title({}, localeOptions) : m.ui_bad_request_title({}, localeOptions)
  return { title, text: m.ui_failure_text({}, localeOptions) }
}
