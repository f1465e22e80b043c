import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { intlLocale, type Locale } from '@duo/platform/shared/locale.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
function getFormat(locale: Locale, kind: 'time' | 'day' | 'whole'): Intl.DateTimeFormat {
  const options = {
    time: { timeStyle: 'short' },
    day: { dateStyle: 'long' },
    whole: { dateStyle: 'long', timeStyle: 'short' },
  } as const
  const key = `${locale} ${kind}`
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat(intlLocale(locale), options[kind])
  formats.set(key, formatter)
  return formatter
}

export function MessageTime({ at }: { at: string }) {
  const date = new Date(at)
  return (
    <time dateTime={at} title={getFormat(getLocale(), 'whole').format(date)} className="figures whitespace-nowrap">
      {getFormat(getLocale(), 'time').format(date)}
    </time>
  )
}

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

export const isOtherDay = (one: string, other: string) => startOfDay(new Date(one)) !== startOfDay(new Date(other))

export function dayName(at: string, now = new Date()): string {
  const days = Math.round((startOfDay(now) - startOfDay(new Date(at))) / 86_400_000)
  if (days === 0) return m.chat_today()
  return days === 1 ? m.chat_yesterday() : fullDay(at)
}

export const fullDay = (at: string): string => getFormat(getLocale(), 'day').format(new Date(at))

export const Day = ({ at }: { at: string }) => (
  <p className="mb-5 flex items-center gap-4 text-xs font-semibold text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    {dayName(at)}
  </p>
)
