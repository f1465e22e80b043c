import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
  text: string
  email: string
  link: string
  children?: ReactNode
}

/** Stands where the form was: the place, what comes next and the invitation. membership/ui/join/join-view.ts starts its buttons. */
export function PlaceNotice({ opening, place, isFirst = false, text, email, link, children }: PlaceNoticeProps) {
  return (
    <>
      <div role="status">
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

const memberTexts: Record<(typeof memberStates)[number], () => string> = {
  waiting: m.waitlist_member_waiting,
  confirmed: m.waitlist_member_confirmed,
  invited: m.waitlist_member_invited,
}

/** On a device that remembers a member. */
export const MemberNotice = ({ state }: { state: (typeof memberStates)[number] }) => (
  <PlaceNotice place={slot('position')} text={memberTexts[state]()} email={slot('email')} link={slot('link')}>
    <p hidden data-join-questions>
      <Link to="/waitlist" hash="surveys" className={`${buttonClasses('bright')} mt-6`}>
        {m.waitlist_member_questions()}
      </Link>
    </p>
  </PlaceNotice>
)

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
