import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { helpPage, regionsOf } from '#safety/rules.ts'
import type { ReplyHelp } from '../../schema.ts'
import { noteWidth } from '../messages/message-classes.ts'

/** The quiet line under a reply to a message that may be about distress. It takes nothing away and opens the page of helplines. */
export function HelpHint({ kind }: { kind: ReplyHelp }) {
  if (kind === 'over') return null
  const languages = typeof document === 'undefined' ? '' : navigator.languages.join(',')
  const locale = getLocale()
  return (
    <p className={`${noteWidth} mt-2 text-sm text-muted`}>
      {m.chat_help_hint()}{' '}
      <a
        href={helpPage(kind, locale, regionsOf(languages, locale))}
        target="_blank"
        rel="noopener"
        className="text-link inline-flex min-h-touch items-center"
      >
        {m.chat_help_hint_link()}
      </a>
    </p>
  )
}

/** Under help: brings the persona's reply back. */
export const NotAboutMe = ({ onPress }: { onPress: () => void }) => (
  <button type="button" onClick={onPress} className={`${buttonClasses('quiet')} mt-2`}>
    {m.chat_help_not_about_me()}
  </button>
)
