import { isDatabaseAway } from '@duo/db/errors.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { AppError, type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import { localeFromPath } from '@duo/platform/shared/locale.ts'
import type { ErrorRequestHandler } from 'express'
import { localsOf } from './context.ts'

/** Our code for an error that reached Express: our own, a parser's 4xx, the database, or unknown. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code
  if (isDatabaseAway(error)) return 'unavailable'
  const status = (error as { status?: unknown } | null)?.status
  if (status === 404) return 'not_found'
  return typeof status === 'number' && status >= 400 && status < 500 ? 'bad_input' : 'internal'
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char)

/** The last resort of every route. Says what a person can use (a request id, a way home), never what broke. */
export function failureHandler(log: Logger): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const code = codeOf(error)
    const { requestId } = localsOf(res)
    if (errorStatus[code] >= 500) log.error({ err: error, code, requestId }, 'request failed')
    if (res.headersSent) return void res.destroy()
    res.status(errorStatus[code])
    if (code === 'unavailable') res.setHeader('Retry-After', '5')
    if (req.path.startsWith('/api/')) return void res.json({ error: code, requestId })
    const locale = localeFromPath(req.path)
    const said = { locale }
    const title = errorStatus[code] >= 500 ? m.ui_failure_title({}, said) : m.ui_bad_request_title({}, said)
    res
      .type('html')
      .send(
        `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">` +
          `<title>${escapeHtml(title)}</title><style>body{font:1.125rem/1.6 Georgia,serif;background:#f7f3ea;color:#14171f;margin:12vh auto;max-width:32rem;padding:0 1.5rem}a{color:inherit}code{font-size:.8em}</style>` +
          `<main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(m.ui_failure_text({}, said))}</p><p><a href="${locale === 'pt' ? '/pt' : '/'}">${escapeHtml(m.ui_failure_home({}, said))}</a></p><p><code>${requestId}</code></p></main></html>`,
      )
  }
}
