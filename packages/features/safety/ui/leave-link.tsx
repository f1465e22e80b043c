import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'

/** Pages that raise no questions on a screen that another person sees. */
const weatherAddresses: Record<Locale, string> = { en: 'https://weather.com/', pt: 'https://weather.com/pt-BR/' }

/** leave-script.ts completes it. */
export function LeaveLink() {
  return (
    <a href={weatherAddresses[getLocale()]} rel="noreferrer" data-leave className={buttonClasses('quiet')}>
      {m.safety_page_leave()}
    </a>
  )
}
