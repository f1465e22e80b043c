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
 * Where in its document a passage or a part of it is, from its beginning to its end: its pages, minutes or lines, else its headings. Null for
 * a text without any. `locale` is the page's unless it is given.
 */
export function placeText({ page, lastPage, second, line, headings, marks }: PassagePlace, locale?: Locale): string | null {
  const options = locale && { locale }
  const last = marks?.at(-1)
  if (page !== null)
    return lastPage !== null && lastPage !== page ? m.studio_pages({ page, lastPage }, options) : m.studio_page({ page }, options)
  if (second !== null) {
    const [minute, lastMinute] = [clockOf(second), clockOf(last?.second ?? second)]
    return minute === lastMinute ? m.studio_minute({ minute }, options) : m.studio_minutes({ minute, lastMinute }, options)
  }
  const [heading, lastHeading] = [headings.at(-1), last?.headings.at(-1)]
  if (heading !== undefined) return lastHeading === undefined || lastHeading === heading ? heading : `${heading} – ${lastHeading}`
  if (line === null) return null
  const lastLine = last?.line ?? line
  return lastLine === line ? m.studio_line({ line }, options) : m.studio_lines({ line, lastLine }, options)
}

/** `240 kB`, `1.2 MB`, in the language of the page. */
export function sizeText(bytes: number, locale: string): string {
  const [value, unit] = bytes >= 1e6 ? [bytes / 1e6, 'megabyte'] : [Math.max(1, Math.round(bytes / 1e3)), 'kilobyte']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(value)
}
