import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

type Studio = 'off' | 'invited' | 'on'

/** What an invitation gives where accounts need none: being first for the rest. Null elsewhere, where it opens the beta itself. */
export const betaNote = (studio: Studio, locale?: Locale): string | null =>
  studio === 'on' ? m.waitlist_beta_note({}, locale === undefined ? undefined : { locale }) : null

/**
 * What the beta has today and what is still to come: the one source of the invitation's mail, the member's page, the account and the
 * terms. `studio` is the setting STUDIO.
 */
export function betaParts(studio: Studio, locale?: Locale): { title: string; lines: string[] }[] {
  const options = locale === undefined ? undefined : { locale }
  return [
    {
      title: studio === 'on' ? m.waitlist_beta_today_all({}, options) : m.waitlist_beta_today({}, options),
      lines: [
        ...(studio === 'off' ? [] : [m.waitlist_beta_studio({}, options)]),
        m.waitlist_beta_talk({}, options),
        m.waitlist_beta_share({}, options),
      ],
    },
    {
      title: studio === 'on' ? m.waitlist_beta_later_first({}, options) : m.waitlist_beta_later({}, options),
      lines: [
        ...(studio === 'off'
          ? [m.waitlist_beta_make({}, options)]
          : [m.waitlist_beta_video({}, options), m.waitlist_beta_market({}, options)]),
        m.waitlist_beta_sell({}, options),
      ],
    },
  ]
}
