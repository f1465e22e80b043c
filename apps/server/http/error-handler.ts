import { isDatabaseAway, isDatabaseBusy } from '@duo/db/errors.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { html } from '@duo/platform/server/html/html.ts'
import { pageFrame } from '@duo/platform/server/html/html-page.ts'
import { appCodeOf, type World } from '@duo/platform/server/trpc.ts'
import { AppError, type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import { baseLocale, type Locale, localeInPath, localizePath } from '@duo/platform/shared/locale.ts'
import { TRPCError } from '@trpc/server'
import type { ErrorRequestHandler } from 'express'
import { Overloaded } from '../load-shedding/load-shedding.ts'
import { askedLocale, localsOf } from './context.ts'

/** Our code for an error that reached Express: our own, a parser's 4xx, the database, or unknown. */
export function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  if (error instanceof TRPCError) return appCodeOf(error)
  if (isDatabaseAway(error) || isDatabaseBusy(error)) return 'unavailable'
  const status = (error as { status?: unknown } | null)?.status
  if (status === 404) return 'not_found'
  return typeof status === 'number' && status >= 400 && status < 500 ? 'bad_input' : 'internal'
}

/** How long whoever met these failures is to wait, in seconds; null where none of them says. */
export function secondsToWait(failures: readonly TRPCError[]): number | null {
  const waits = failures.flatMap(({ cause }) => (cause instanceof AppError ? (cause.retryAfterSeconds ?? []) : []))
  return waits.length > 0 ? Math.max(...waits) : null
}

/** The last resort of every route. Says what a person can use (a request id, a way home), never what broke. */
export function failureHandler({ log, observer }: Pick<World, 'log' | 'observer'>): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const code = codeOf(error)
    const { requestId } = localsOf(res)
    if (!(error instanceof Overloaded)) observer?.failure('other', code)
    if (errorStatus[code] >= 500 && !(error instanceof Overloaded)) log.error({ err: error, code, requestId }, 'request failed')
    if (res.headersSent) return void res.destroy()
    // what would have come may have been anybody's to keep; a failure is nobody's
    res.removeHeader('ETag')
    res.status(errorStatus[code]).setHeader('Cache-Control', 'no-store')
    const wait =
      error instanceof AppError
        ? (error.retryAfterSeconds ?? null)
        : (secondsToWait(error instanceof TRPCError ? [error] : []) ?? (code === 'unavailable' ? 5 : null))
    if (wait !== null) res.setHeader('Retry-After', String(wait))
    if (req.path.startsWith('/api/')) return void res.json({ error: code, requestId })
    const locale = localeInPath(req.path) ?? askedLocale(req) ?? baseLocale
    const said = { locale }
    const { title, text } = failureTexts(code, said)
    const home = localizePath('/', locale)
    const main = html`<h1>${title}</h1><p>${text}</p><p><a href="${home}">${m.ui_failure_home({}, said)}</a></p><p><code>${requestId}</code></p>`
    res.type('html').send(pageFrame({ locale, title, main }))
  }
}

/** What the page of a failure says to a person. */
function failureTexts(code: ErrorCode, said: { locale: Locale }) {
  if (code === 'unavailable') return { title: m.ui_busy_title({}, said), text: m.ui_busy_text({}, said) }
  const title = errorStatus[code] >= 500 ? m.ui_failure_title({}, said) : m.ui_bad_request_title({}, said)
  return { title, text: m.ui_failure_text({}, said) }
}
