import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { CorrectAddress, OtherAddress, PlaceNotice, RefusedText } from './place-notice.tsx'

interface JoinedNoticeProps {
  mailed: boolean
  email: string
  /** As an ordinal. */
  place: string
  isFirst?: boolean
  /** The address that was probably meant. */
  meant: string | null
  link: string
}

export function JoinedNotice({ mailed, email, place, isFirst, meant, link }: JoinedNoticeProps) {
  return (
    <PlaceNotice
      opening={m.waitlist_joined_in()}
      place={place}
      isFirst={isFirst}
      text={mailed ? m.waitlist_joined_next({ email }) : m.waitlist_joined_later({ email })}
      email={email}
      link={link}
    >
      {meant !== null && <MistypedHost meant={meant} />}
      <div hidden data-join-continue>
        <Button variant="bright" className="mt-6">
          {m.waitlist_joined_continue()}
        </Button>
      </div>
    </PlaceNotice>
  )
}

export function ExistsNotice({ mailed, message, email }: { mailed: boolean; message: string; email: string }) {
  return (
    <div className="flex items-start gap-5 sm:gap-7">
      <Logo className="mt-2 h-12 w-auto flex-none [--mark-person:var(--color-on-deep)] sm:h-16" />
      <div className="min-w-0">
        <div role="status">
          <h3 tabIndex={-1} className="font-voice text-3xl font-medium">
            {m.waitlist_exists_title()}
          </h3>
          <p data-join-mail className="mt-3 max-w-[38ch] wrap-anywhere text-on-deep">
            {mailed ? `${message} ${m.waitlist_exists_next({ email })}` : message}
          </p>
          <RefusedText email={email} />
        </div>
        <CorrectAddress />
        {mailed && <SendLink />}
        <OtherAddress />
      </div>
    </div>
  )
}

/** membership/ui/join/place.ts starts it. */
const SendLink = () => (
  <div className="mt-4 mb-2">
    <Button
      variant="bright"
      hidden
      data-join-send
      data-sent={m.waitlist_status_sent_own({ email: '{email}' })}
      data-later={m.waitlist_status_sent_later()}
      data-failed={m.waitlist_status_send_failed()}
    >
      {m.waitlist_exists_send()}
    </Button>
    <p role="status" data-join-send-result className="mt-2 font-semibold wrap-anywhere text-on-deep empty:hidden" />
  </div>
)

/** The mail would never arrive, and the visitor has just left the field. The address may still be right. */
function MistypedHost({ meant }: { meant: string }) {
  return (
    <p data-join-meant className="mt-3 max-w-[38ch] wrap-anywhere text-on-deep">
      {m.ui_email_suggestion({ email: meant })}{' '}
      <a href={localizePath('/', getLocale())} data-join-other className="underline underline-offset-4">
        {m.waitlist_joined_again()}
      </a>
    </p>
  )
}
