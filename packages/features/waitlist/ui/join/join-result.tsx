import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { suggestEmail } from '@duo/platform/shared/text/email-suggestion.ts'
import { PositionText } from '../status/position-text.tsx'

interface JoinResultProps {
  state: 'joined' | 'exists'
  email: string
  position: number | undefined
  mailed: boolean
  message: string | undefined
}

export function JoinResult({ state, email, position, mailed, message }: JoinResultProps) {
  const joined = state === 'joined'
  return (
    <div className="flex items-start gap-5 sm:gap-7">
      <Logo animated={joined} className="mt-2 h-12 w-auto flex-none [--mark-person:var(--color-on-deep)] sm:h-16" />
      <div className="min-w-0">
        <h3 tabIndex={-1} className="font-voice text-3xl font-medium">
          {joined ? <Joined position={position} /> : m.waitlist_exists_title()}
        </h3>
        <p className="mt-3 max-w-[38ch] wrap-anywhere text-on-deep">
          {joined ? joinedText(email, mailed) : existsText(message, mailed)}
        </p>
        {joined && <MistypedHost email={email} />}
        {joined && (
          <div hidden data-join-continue>
            <Button variant="bright" className="mt-6">
              {m.waitlist_joined_continue()}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

/** The mail would never arrive, and the visitor has just left the field. The address may still be right. */
function MistypedHost({ email }: { email: string }) {
  const meant = suggestEmail(email)
  if (meant === null) return null
  return (
    <p className="mt-3 max-w-[38ch] wrap-anywhere text-on-deep">
      {m.ui_email_suggestion({ email: meant })}{' '}
      <a href={localizePath('/', getLocale())} className="underline underline-offset-4">
        {m.waitlist_joined_again()}
      </a>
    </p>
  )
}

const joinedText = (email: string, mailed: boolean) =>
  mailed ? m.waitlist_joined_next({ email }) : m.waitlist_joined_later({ email })

const existsText = (message: string = m.waitlist_exists_message(), mailed = true) =>
  mailed ? `${message} ${m.waitlist_exists_next()}` : message

function Joined({ position }: { position: number | undefined }) {
  return position === undefined ? m.waitlist_joined_message() : <PositionText position={position} />
}
