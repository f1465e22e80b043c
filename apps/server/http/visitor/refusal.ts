import { m } from '@duo/platform/i18n/messages.ts'
import { html } from '@duo/platform/server/html/html.ts'
import { renderHtmlPage } from '@duo/platform/server/html/html-page.ts'
import { baseLocale, intlLocale, type Locale, localeInPath, locales, localizePath } from '@duo/platform/shared/locale.ts'
import type { Request, Response } from 'express'
import { isApiPath } from '../api-path.ts'
import { localsOf, readRequestedLocale } from '../context.ts'
import { isNavigation } from './navigation.ts'

interface Refusal {
  status: 400 | 403 | 405
  error: 'bad_input' | 'forbidden' | 'method_not_allowed'
}

/** Programs ask for JSON or call the API. Everything else may be a person's browser, which must get a page: also back from a provider. */
const wantsJson = (req: Request) => {
  const { accept = '' } = req.headers
  if (isApiPath(req.path) && !/^\/api\/auth\/callback\//i.test(req.path)) return !isNavigation(req)
  return /\bjson\b/i.test(accept) && !/text\/html/i.test(accept)
}

const refusalTexts = (error: Refusal['error'], locale: Locale) =>
  error === 'forbidden'
    ? { title: m.ui_foreign_form_title({}, { locale }), text: m.ui_foreign_form_text({}, { locale }) }
    : { title: m.ui_bad_request_title({}, { locale }), text: m.ui_bad_request_text({}, { locale }) }

/**
 * Refuses a request: JSON for programs, a page for browsers. What only describes a visitor (language, address, proxy) is repaired or
 * ignored, because visitors cannot change it; only what acts is refused (a foreign host or origin), and no response repeats it.
 */
export function refuse(req: Request, res: Response, { status, error }: Refusal): void {
  const { requestId } = localsOf(res)
  res.status(status).set('Cache-Control', 'no-store')
  if (wantsJson(req)) return void res.json({ error, requestId })
  const locale = localeInPath(req.path) ?? readRequestedLocale(req) ?? baseLocale
  res.type('html').send(failurePage(locale, refusalTexts(error, locale)))
}

/** A page that says what failed, with a link home. */
export function failurePage(locale: Locale, { title, text }: { title: string; text: string }, details = html``): string {
  const main = html`<h1>${title}</h1><p>${text}</p>${homeLink(locale)}${details}`
  return renderHtmlPage({ locale, title, main })
}

export const homeLink = (locale: Locale, origin = '') =>
  html`<p><a href="${origin}${localizePath('/', locale)}">${m.ui_failure_home({}, { locale })}</a></p>`

/** Refuses a host that is not ours. The page links to the public origin and never repeats the host, which is the client's word. */
export function refuseHost(req: Request, res: Response, publicUrl: string | undefined): void {
  const { requestId } = localsOf(res)
  res.status(421).set('Cache-Control', 'no-store')
  if (wantsJson(req)) return void res.json({ error: 'bad_input', header: 'host', requestId })
  const link = (locale: Locale) => (publicUrl === undefined ? html`` : homeLink(locale, publicUrl))
  res.type('html').send(
    bilingualPage(
      (locale) => m.ui_wrong_host_title({}, { locale }),
      (locale) => html`<p>${m.ui_wrong_host_text({}, { locale })}</p>${link(locale)}`,
    ),
  )
}

/** A page in both languages, for responses that must not depend on the request. */
export function bilingualPage(title: (locale: Locale) => string, text: (locale: Locale) => ReturnType<typeof html>): string {
  const parts = locales.map(
    (locale) => html`<section lang="${intlLocale(locale)}"><h1>${title(locale)}</h1>${text(locale)}</section>`,
  )
  return renderHtmlPage({ locale: baseLocale, title: title(baseLocale), main: html`${parts}` })
}
