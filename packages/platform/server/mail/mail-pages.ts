import type { Db } from '@duo/db/index.ts'
import { m } from '../../i18n/messages.ts'
import { intlLocale, type Locale } from '../../shared/locale.ts'
import { type Html, html } from '../html/html.ts'
import { renderHtmlPage } from '../html/html-page.ts'
import { maxMails } from './mail-catcher.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function mailListPage(db: Db, locale: Locale): Promise<string> {
  const mails = await db
    .selectFrom('caught_mail')
    .select(['id', 'recipient', 'subject', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const localeOptions = { locale }
  const items = mails.map(
    (mail) => html`<li><a href="/dev/mail/${mail.id}"><strong>${mail.subject || m.ui_mail_no_subject({}, localeOptions)}</strong>
<span class="muted">${m.ui_mail_to({}, localeOptions)} ${mail.recipient}</span>${caughtAt(mail.created_at, locale)}</a></li>`,
  )
  const empty = html`<div class="empty"><h2>${m.ui_mail_empty_title({}, localeOptions)}</h2><p>${m.ui_mail_empty_text({}, localeOptions)}</p></div>`
  const title = m.ui_mail_title({}, localeOptions)
  const main = html`<h1>${title}</h1><p class="muted">${m.ui_mail_intro({ count: String(maxMails) }, localeOptions)}</p>
${items.length > 0 ? html`<ol class="mails">${items}</ol>` : empty}`
  return renderHtmlPage({ locale, title, main })
}

export async function mailPage(db: Db, id: string, locale: Locale): Promise<string | null> {
  if (!UUID.test(id)) return null
  const mail = await db.selectFrom('caught_mail').selectAll().where('id', '=', id).executeTakeFirst()
  if (!mail) return null
  const localeOptions = { locale }
  const title = mail.subject || m.ui_mail_no_subject({}, localeOptions)
  const headers = Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)
  // no scripts, no forms, an opaque origin; links may open a tab, because developers need to follow them
  const shown = html`<iframe title="${m.ui_mail_shown({}, localeOptions)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${mail.html}"></iframe>`
  const main = html`<a class="back" href="/dev/mail">← ${m.ui_mail_back({}, localeOptions)}</a><h1>${title}</h1>
<dl><dt>${m.ui_mail_from({}, localeOptions)}</dt><dd>${mail.sender}</dd><dt>${m.ui_mail_to({}, localeOptions)}</dt><dd>${mail.recipient}</dd>
<dt>${m.ui_mail_time({}, localeOptions)}</dt><dd>${caughtAt(mail.created_at, locale)}</dd></dl>
<h2>${m.ui_mail_shown({}, localeOptions)}</h2>${shown}
<h2>${m.ui_mail_text({}, localeOptions)}</h2><pre>${mail.text}</pre>
<h2>${m.ui_mail_headers({}, localeOptions)}</h2><dl class="headers">${headers}</dl>`
  return renderHtmlPage({ locale, title, main })
}

function caughtAt(date: Date, locale: Locale): Html {
  const shown = new Intl.DateTimeFormat(intlLocale(locale), { dateStyle: 'medium', timeStyle: 'medium' }).format(date)
  return html`<time datetime="${date.toISOString()}">${shown}</time>`
}
