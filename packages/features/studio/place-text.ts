import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { PassagePlace } from './schema.ts'

/** `14:05`, `1:02:30`. */
export function clockOf(second: number): string {
  const [hours, minutes, seconds] = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/**
 * Where in its document a passage is: its page, minute or line, else its heading. Null for a text without any. `locale` is the page's
 * unless it is given.
 */
export function placeText({ page, lastPage, second, line, headings }: PassagePlace, locale?: Locale): string | null {
  const options = locale && { locale }
  if (page !== null)
    return lastPage !== null && lastPage !== page ? m.studio_pages({ page, lastPage }, options) : m.studio_page({ page }, options)
  if (second !== null) return m.studio_minute({ minute: clockOf(second) }, options)
  const heading = headings.at(-1)
  if (heading !== undefined) return heading
  return line === null ? null : m.studio_line({ line }, options)
}

/** `240 kB`, `1.2 MB`, in the language of the page. */
export function sizeText(bytes: number, locale: string): string {
  const [value, unit] = bytes >= 1e6 ? [bytes / 1e6, 'megabyte'] : [Math.max(1, Math.round(bytes / 1e3)), 'kilobyte']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(value)
}
