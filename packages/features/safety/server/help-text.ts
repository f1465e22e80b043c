import { m } from '@duo/platform/i18n/messages.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { type Crisis, helplines, telephoneAddress } from '../rules.ts'

const introductions = {
  suicide: m.safety_help_suicide,
  violence: m.safety_help_violence,
  danger: m.safety_help_danger,
} satisfies Record<Crisis, unknown>

const closings = {
  suicide: m.safety_help_suicide_close,
  violence: m.safety_help_violence_close,
  danger: m.safety_help_danger_close,
} satisfies Record<Crisis, unknown>

const calls = { suicide: m.safety_help_suicide_call, violence: m.safety_help_violence_call }

const countries = {
  br: m.safety_country_br,
  pt: m.safety_country_pt,
  us_canada: m.safety_country_us_canada,
  us: m.safety_country_us,
  uk: m.safety_country_uk,
}

export const helpFollowUp = (locale: Locale, isRepeated: boolean): string =>
  isRepeated ? m.safety_help_after_again({}, { locale }) : m.safety_help_after({}, { locale })

/** Returns the crisis help that replaces a persona's reply, as Markdown. */
export function helpText(crisis: Crisis, locale: Locale): string {
  const lines = helplines[locale][crisis].map(
    ({ country, name, number }) =>
      `- **${countries[country]({}, { locale })}**: ${name}, [${number}](${telephoneAddress(number)})`,
  )
  const elsewhere = `- **${m.safety_elsewhere({}, { locale })}**: [findahelpline.com](https://findahelpline.com)`
  const numbers = [...lines, elsewhere].join('\n')
  const [introduction, closing] = [introductions[crisis]({}, { locale }), closings[crisis]({}, { locale })]
  // in immediate danger, the numbers come first; otherwise last, where phones show them without scrolling
  if (crisis === 'danger') return [introduction, numbers, closing].join('\n\n')
  return [introduction, closing, calls[crisis]({}, { locale }), numbers].join('\n\n')
}

export const helpLanguage = (text: string): Locale | null =>
  locales.find((locale) =>
    [helpFollowUp(locale, false), helpFollowUp(locale, true), ...crises.map((crisis) => helpText(crisis, locale))].includes(text),
  ) ?? null

const crises: readonly Crisis[] = ['danger', 'violence', 'suicide']
