import { intlLocale, type Locale } from '../locale.ts'

export function waitText(seconds: number, locale: Locale): string {
  const minutes = Math.ceil(seconds / 60)
  const inMinutes = [minutes, 'minute'] as const
  // whole hours: a wait of “23.7 hours” reads like a machine’s
  const longer = minutes < 100 ? inMinutes : ([Math.ceil(minutes / 60), 'hour'] as const)
  const [count, unit] = seconds < 100 ? ([seconds, 'second'] as const) : longer
  return new Intl.NumberFormat(intlLocale(locale), { style: 'unit', unit, unitDisplay: 'long' } as const).format(count)
}
