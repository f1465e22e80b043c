import { intlLocale, type Locale } from '../locale.ts'

export function waitText(seconds: number, locale: Locale): string {
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(intlLocale(locale), { style: 'unit', unit, unitDisplay: 'long' } as const).format(count)
}
