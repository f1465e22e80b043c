import { m } from '@duo/platform/i18n/messages.ts'
import { type Locale, locales } from '@duo/platform/shared/locale.ts'

/** RFC 9116. */
export const securityTextPath = '/.well-known/security.txt'
export const securityPolicyPath = '/.well-known/security-policy.txt'

/** RFC 9116 recommends less than a year. */
const validDays = 180

interface Facts {
  contact: string
  origin: string
  now: Date
}

/** Returns security.txt (RFC 9116). Links must be https, so without a certificate there are none. */
export function securityText({ contact, origin, now }: Facts): string {
  const expires = new Date(Math.floor(now.getTime() / 86_400_000 + validDays) * 86_400_000)
  const links = origin.startsWith('https:')
    ? [`Canonical: ${origin}${securityTextPath}`, `Policy: ${origin}${securityPolicyPath}`]
    : []
  return `${[`Contact: ${contact}`, `Expires: ${expires.toISOString()}`, 'Preferred-Languages: en, pt', ...links].join('\n')}\n`
}

export const securityPolicy = (contact: string): string => `${locales.map((locale) => policyIn(locale, contact)).join('\n\n')}\n`

function policyIn(locale: Locale, contact: string): string {
  const localeOptions = { locale }
  return [
    m.site_security_title({}, localeOptions),
    m.site_security_report({ contact: contact.replace(/^mailto:/, '') }, localeOptions),
    m.site_security_promise({}, localeOptions),
    m.site_security_scope({}, localeOptions),
    m.site_security_rules({}, localeOptions),
  ].join('\n\n')
}
