import { useSyncExternalStore } from 'react'
import { formatDate } from '../i18n/format.ts'
import { getLocale } from '../i18n/locale.ts'
import { intlLocale } from '../shared/locale.ts'

/** Uses the reader's time zone, so browser only: late in the evening, UTC would show the next day. */
export const localDate = (at: string) =>
  new Intl.DateTimeFormat(intlLocale(getLocale()), { dateStyle: 'long' }).format(new Date(at))

export function LocalDate({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} className={className}>
      {localDate(at)}
    </time>
  )
}

const never = () => () => {}
const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Uses UTC on the server and until hydration, because only the browser knows the reader's time zone. */
export function useLocalDate() {
  return useIsHydrated() ? localDate : (at: string) => formatDate(at, getLocale())
}

/** To the minute; the server's text names UTC. */
export function useLocalDateTime() {
  const isHydrated = useIsHydrated()
  return (at: string) =>
    new Intl.DateTimeFormat(intlLocale(getLocale()), {
      dateStyle: 'long',
      timeStyle: isHydrated ? 'short' : 'long',
      ...(!isHydrated && { timeZone: 'UTC' }),
    }).format(new Date(at))
}
