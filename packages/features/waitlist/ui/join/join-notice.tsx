import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { PlaceSentence } from '../status/position-text.tsx'

interface JoinNoticeProps {
  userExists: boolean
  mailed: boolean
  email: string
  /** As an ordinal. */
  place: string
  /** The address that was probably meant. */
  meant: string | null
  message: string
}

export function JoinNotice({ userExists, mailed, email, place, meant, message }: JoinNoticeProps) {
  return (
    <div className="flex items-start gap-5 sm:gap-7">
      <Logo animated={!userExists} className="mt-2 h-12 w-auto flex-none [--mark-person:var(--color-on-deep)] sm:h-16" />
      <div className="min-w-0">
        <h3 tabIndex={-1} className="font-voice text-3xl font-medium">
          {userExists ? m.waitlist_exists_title() : <PlaceSentence place={place} />}
        </h3>
        <p className="mt-3 max-w-[38ch] wrap-anywhere text-on-deep">
          {userExists ? existsText(message, mailed) : joinedText(email, mailed)}
        </p>
        {!userExists && meant !== null && <MistypedHost meant={meant} />}
        {!userExists && (
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
function MistypedHost({ meant }: { meant: string }) {
  return (
    <p data-join-meant className="mt-3 max-w-[38ch] wrap-anywhere text-on-deep">
      {m.ui_email_suggestion({ email: meant })}{' '}
      <a href={localizePath('/', getLocale())} className="underline underline-offset-4">
        {m.waitlist_joined_again()}
      </a>
    </p>
  )
}

const joinedText = (email: string, mailed: boolean) =>
  mailed ? m.waitlist_joined_next({ email }) : m.waitlist_joined_later({ email })

const existsText = (message: string, mailed: boolean) => (mailed ? `${message} ${m.waitlist_exists_next()}` : message)
