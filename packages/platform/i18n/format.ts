import { intlLocale, type Locale } from '../shared/locale.ts'

export type Currency = 'USD' | 'BRL'

/** Cached per language: building formatters per call took 7 % of a page's render time. */
function perLocale<T>(build: (tag: ReturnType<typeof intlLocale>) => T): Record<Locale, T> {
  return { en: build(intlLocale('en')), pt: build(intlLocale('pt')) }
}

/** UTC, so that a date without a time keeps its day, and server and browser render the same text. */
const dates = /* @__PURE__ */ perLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }))
const numbers = /* @__PURE__ */ perLocale((tag) => new Intl.NumberFormat(tag))
const percents = /* @__PURE__ */ perLocale((tag) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }))
const amounts = /* @__PURE__ */ perLocale((tag) => {
  const inCurrency = (currency: Currency) =>
    new Intl.NumberFormat(tag, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return { USD: inCurrency('USD'), BRL: inCurrency('BRL') } satisfies Record<Currency, Intl.NumberFormat>
})
const englishOrdinals = /* @__PURE__ */ new Intl.PluralRules('en-US', { type: 'ordinal' })
const englishSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `May 23, 2024`, `23 de maio de 2024`, in UTC. Throws a RangeError for an invalid date. */
export function formatDate(date: string | Date, locale: Locale): string {
  return dates[locale].format(new Date(date))
}

export function formatNumber(value: number, locale: Locale): string {
  return numbers[locale].format(value)
}

export function formatPercent(share: number, locale: Locale): string {
  return percents[locale].format(share)
}

/** `$29`, `$29.90`; `R$ 29,90` (with a non-breaking space). */
export function formatCurrency(cents: number, currency: Currency, locale: Locale): string {
  return amounts[locale][currency].format(cents / 100)
}

/** `1st`, `1,022nd`; `1º`, `1.022º`. */
export function formatOrdinal(place: number, locale: Locale): string {
  const digits = formatNumber(place, locale)
  return locale === 'pt' ? `${digits}º` : digits + (englishSuffixes[englishOrdinals.select(place)] ?? 'th')
}
