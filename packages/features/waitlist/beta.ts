import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

/**
 * What the beta has today and what is still to come: the one source of the invitation's mail, the member's page, the account and the
 * terms. `studio` is the setting STUDIO.
 */
export function betaParts(studio: 'off' | 'invited' | 'on', locale?: Locale): { title: string; lines: string[] }[] {
  const options = locale === undefined ? undefined : { locale }
  return [
    {
      title: m.waitlist_beta_today({}, options),
      lines: [
        ...(studio === 'off' ? [] : [m.waitlist_beta_studio({}, options)]),
        m.waitlist_beta_talk({}, options),
        m.waitlist_beta_share({}, options),
      ],
    },
    {
      title: m.waitlist_beta_later({}, options),
      lines: [
        ...(studio === 'off'
          ? [m.waitlist_beta_make({}, options)]
          : [m.waitlist_beta_video({}, options), m.waitlist_beta_market({}, options)]),
        m.waitlist_beta_sell({}, options),
      ],
    },
  ]
}
