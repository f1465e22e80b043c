import { getLocale } from '../i18n/locale.ts'
import { intlLocale } from '../shared/locale.ts'

/** The day in the reader's own time zone: what somebody did late in the evening happened that day and not, in UTC, the next. */
export const localDate = (at: string) =>
  new Intl.DateTimeFormat(intlLocale(getLocale()), { dateStyle: 'long' }).format(new Date(at))

/** That day, for the eye and for machines. Only where the server does not render: it knows no reader's time zone. */
export function LocalDate({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} className={className}>
      {localDate(at)}
    </time>
  )
}
