import { m } from '../../i18n/messages.ts'
import type { Locale } from '../../shared/locale.ts'

/** Names the page of the link, which asks for the code when it is opened without the link's token. */
export function mailCodeText(href: string, locale: Locale): string {
  const { origin, pathname } = new URL(href)
  return m.ui_mail_code({ page: origin + pathname }, { locale })
}
