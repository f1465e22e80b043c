import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useViewer } from '#shell/ui/pages/use-viewer.ts'
import { LinkField } from '#shell/ui/sharing/link-field.tsx'
import { inviteText } from '../invite/invite-panel.tsx'
import { PlaceSentence } from '../status/position-text.tsx'
import { type memberStates, slot } from './join-states.ts'

interface PlaceNoticeProps {
  /** Before the place, as after a join. */
  opening?: string
  /** As an ordinal. */
  place: string
  isFirst?: boolean
  isConfirmed?: boolean
  text: string
  email: string
  link: string
  children?: ReactNode
}

/** Stands where the form was: the place, what comes next and the invitation. membership/ui/join/join-view.ts starts its buttons. */
export function PlaceNotice({
  opening,
  place,
  isFirst = false,
  isConfirmed = false,
  text,
  email,
  link,
  children,
}: PlaceNoticeProps) {
  return (
    <>
      <div role="status" {...(isConfirmed && { 'data-join-confirmed': '' })}>
        <h3
          tabIndex={-1}
          className="font-voice text-3xl font-[400] [&_.figures]:my-[0.04em] [&_.figures]:-ml-[0.03em] [&_.figures]:block [&_.figures]:text-[clamp(3.5rem,2.4rem+5.4vw,6.5rem)] [&_.figures]:leading-[0.95] [&_.figures]:whitespace-nowrap"
        >
          <span className="block empty:hidden">{opening}</span> <PlaceSentence place={place} />
        </h3>
        <p data-join-mail className="mt-4 max-w-[44ch] wrap-anywhere text-on-deep">
          {text}
        </p>
        <RefusedText email={email} />
      </div>
      <CorrectAddress />
      {children}
      <div data-join-invite className="mt-8">
        <LinkField label={m.waitlist_invite_link()} link={link} variant="bright" />
        {[false, true].map((first) => (
          <p
            key={String(first)}
            hidden={first !== isFirst}
            data-join-first={first}
            className="mt-2 max-w-[46ch] text-sm text-on-deep-muted"
          >
            {inviteText(first)}
          </p>
        ))}
      </div>
      <OtherPerson />
    </>
  )
}

/** Hidden until the mail server has refused the address. */
export const RefusedText = ({ email }: { email: string }) => (
  <p hidden data-join-refused className="mt-4 max-w-[44ch] font-semibold wrap-anywhere text-voice-bright">
    {m.waitlist_refused_text({ email })}
  </p>
)

export const CorrectAddress = () => (
  <div hidden data-join-refused>
    <Button variant="bright" className="mt-4" data-join-correct>
      {m.waitlist_refused_correct()}
    </Button>
  </div>
)

const memberTexts: Record<Exclude<(typeof memberStates)[number], 'invited'>, () => string> = {
  waiting: m.waitlist_member_waiting,
  confirmed: m.waitlist_member_confirmed,
}

/** On a device that remembers a member. */
export function MemberNotice({ state }: { state: (typeof memberStates)[number] }) {
  if (state === 'invited') return <InvitedNotice />
  return (
    <PlaceNotice
      place={slot('position')}
      isConfirmed={state === 'confirmed'}
      text={memberTexts[state]()}
      email={slot('email')}
      link={slot('link')}
    >
      <Questions />
    </PlaceNotice>
  )
}

const Questions = () => (
  <p hidden data-join-questions>
    <Link to="/waitlist" hash="surveys" className={`${buttonClasses('bright')} mt-6`}>
      {m.waitlist_member_questions()}
    </Link>
  </p>
)

/** Once it is the member's turn: the first step in the beta, instead of the place. */
function InvitedNotice() {
  const { forAnonymous, forMembers } = useViewer()
  return (
    <>
      <div role="status">
        <h3 tabIndex={-1} className="font-voice text-5xl font-[400]">
          {m.waitlist_status_invited()}
        </h3>
        <p className="mt-4 max-w-[44ch] text-on-deep">{m.waitlist_status_invited_text({ date: slot('date') })}</p>
        {forAnonymous !== null && (
          <p className={`mt-2 max-w-[44ch] wrap-anywhere text-on-deep ${forAnonymous}`}>
            {m.waitlist_status_invited_first({ email: slot('email') })}
          </p>
        )}
      </div>
      {forAnonymous !== null && (
        <Link
          to="/auth"
          search={{ mode: 'sign-up' }}
          data-join-account
          className={`${buttonClasses('bright')} mt-6 ${forAnonymous}`}
        >
          {m.waitlist_status_invited_create()}
        </Link>
      )}
      {forMembers !== null && (
        <Link to="/marketplace" className={`${buttonClasses('bright')} mt-6 ${forMembers}`}>
          {m.waitlist_status_invited_go()}
        </Link>
      )}
      <Questions />
      <div data-join-invite className="mt-8">
        <LinkField label={m.waitlist_invite_link()} link={slot('link')} variant="bright" />
        <p className="mt-2 max-w-[46ch] text-sm text-on-deep-muted">{m.waitlist_invite_in_text()}</p>
      </div>
      <OtherPerson />
    </>
  )
}

const plainButton = 'inline-flex min-h-touch items-center text-left text-on-deep underline underline-offset-4'

/** Without scripts it loads the page with its empty form. */
export const OtherAddress = () => (
  <a href={localizePath('/', getLocale())} data-join-other className={plainButton}>
    {m.waitlist_member_other()}
  </a>
)

function OtherPerson() {
  return (
    <div className="mt-6 flex flex-wrap gap-x-6">
      <OtherAddress />
      <button type="button" hidden data-join-forget className={plainButton}>
        {m.waitlist_member_forget()}
      </button>
    </div>
  )
}
