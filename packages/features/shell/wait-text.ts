import { getLocale } from '@duo/platform/i18n/locale.ts'
import { intlLocale } from '@duo/platform/shared/locale.ts'

/** A time to wait as people say it, like “10 minutes”; up to 99 seconds in seconds. */
export function waitText(seconds: number): string {
  const [count, unit] = seconds < 100 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(intlLocale(getLocale()), style).format(count)
}
