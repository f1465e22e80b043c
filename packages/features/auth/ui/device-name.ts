import { m } from '@duo/platform/i18n/messages.ts'
import { parseUserAgent } from '../rules.ts'

export function deviceName(userAgent: string | null): string {
  const { browser, system } = parseUserAgent(userAgent ?? '')
  if (browser && system) return m.auth_account_session_on({ browser, system })
  return browser ?? system ?? m.auth_account_session_unknown()
}
