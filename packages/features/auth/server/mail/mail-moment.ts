import { m } from '@duo/platform/i18n/messages.ts'
import { intlLocale, type Locale } from '@duo/platform/shared/locale.ts'

/** A mail does not know its reader's time zone, so it names its own in words. */
export const mailMoment = (at: Date, locale: Locale) => m.auth_mail_moment({ moment: format(at, locale) }, { locale })

const format = (at: Date, locale: Locale) =>
  new Intl.DateTimeFormat(intlLocale(locale), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)
