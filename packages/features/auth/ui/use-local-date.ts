import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { intlLocale } from '@duo/platform/shared/locale.ts'
import { useHydrated } from '@tanstack/react-router'

/**
 * Writes the day of a moment as the person's own calendar has it: in UTC an evening in Brazil is tomorrow. The server, which does not know
 * where they are, writes it in UTC, and so does the page until its scripts are there.
 */
export function useLocalDate() {
  const hydrated = useHydrated()
  return (at: string) =>
    hydrated
      ? new Intl.DateTimeFormat(intlLocale(getLocale()), { dateStyle: 'long' }).format(new Date(at))
      : formatDate(at, getLocale())
}

/** The same to the minute; the server's is in UTC and says so. */
export function useLocalDateTime() {
  const hydrated = useHydrated()
  return (at: string) =>
    new Intl.DateTimeFormat(intlLocale(getLocale()), {
      dateStyle: 'long',
      timeStyle: hydrated ? 'short' : 'long',
      ...(!hydrated && { timeZone: 'UTC' }),
    }).format(new Date(at))
}
