import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { suggestEmail } from '@duo/platform/shared/email/email-suggestion.ts'
import { hasForeignName } from '@duo/platform/shared/email.ts'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { type NoScriptJoin, usePageContext } from '#shell/ui/pages/page-context.ts'
import { referralLink } from '../../rules.ts'
import { failedText, foreignText, JoinFields, type JoinPage } from './join-fields.tsx'
import { ExistsNotice, JoinedNotice } from './join-notice.tsx'
import { type Joined, type JoinState, memberStates, resultState, slot, toAttributes } from './join-states.ts'
import { MemberNotice } from './place-notice.tsx'

interface JoinFormProps {
  formKey: string | undefined
  action?: string | undefined
  invitedByCode: string | null
  posted: NoScriptJoin | null
}

type Answer = NoScriptJoin['answer']

const isJoined = (answer: Answer): answer is Joined => typeof answer === 'object' && answer.error === null

/** Posts to the page's URL, which renders the next state (spec, section 4). membership/ui/join/join.ts calls the procedure and shows a template. */
export function JoinForm({ posted, formKey, action, invitedByCode: code }: JoinFormProps) {
  const outcome = posted && isJoined(posted.answer) ? { email: posted.email, answer: posted.answer } : null
  return (
    <div
      data-join
      data-done={outcome ? '' : undefined}
      {...(outcome && toAttributes(outcome))}
      tabIndex={-1}
      className="outline-none [--field-error:var(--color-on-deep)]"
    >
      <div data-join-part>{!outcome && <PostedFields {...{ formKey, action, code, posted }} />}</div>
      <div data-join-part>{outcome && <Result {...outcome} />}</div>
      <p hidden data-member>
        <Link to="/waitlist" className="mt-6 inline-flex min-h-touch items-center text-on-deep underline underline-offset-4">
          {m.waitlist_form_your_page()}
        </Link>
      </p>
      <Template state="form">
        <JoinFields code={code} />
      </Template>
      <Template state="refused">
        <JoinFields code={null} refusal={slot('message')} />
      </Template>
      {[true, false].map((mailed) => (
        <Fragment key={String(mailed)}>
          <Template state={resultState({ userExists: false, mailed })}>
            <JoinedNotice
              mailed={mailed}
              email={slot('email')}
              place={slot('position')}
              meant={slot('meant')}
              link={slot('link')}
            />
          </Template>
          <Template state={resultState({ userExists: true, mailed })}>
            <ExistsNotice mailed={mailed} message={slot('message')} email={slot('email')} />
          </Template>
        </Fragment>
      ))}
      {memberStates.map((state) => (
        <Template key={state} state={state}>
          <MemberNotice state={state} />
        </Template>
      ))}
    </div>
  )
}

const Template = ({ state, children }: { state: JoinState; children: ReactNode }) => (
  <template data-join-state={state}>{children}</template>
)

function Result({ email, answer }: { email: string; answer: Joined }) {
  const { origin } = usePageContext()
  const { userExists, mailed, message, data } = answer
  if (userExists) return <ExistsNotice mailed={mailed} message={message} email={email} />
  const link = referralLink(origin, data.referral_code)
  const place = formatOrdinal(data.position, getLocale())
  return <JoinedNotice {...{ mailed, email, place, link }} isFirst={data.position === 1} meant={suggestEmail(email)} />
}

function PostedFields({ posted, ...page }: JoinPage & Pick<JoinFormProps, 'posted'>) {
  const answer = posted?.answer
  const refusal = typeof answer === 'object' && answer.error === 'invalid_code' ? answer.message : undefined
  return <JoinFields email={posted?.email} error={errorText(answer, posted?.email)} refusal={refusal} {...page} />
}

/** For a form without scripts, whose suggestion cannot be a button. */
function invalidText(email: string): string {
  const meant = suggestEmail(email)
  if (meant !== null) return `${m.waitlist_form_invalid()} ${m.ui_email_suggestion({ email: meant })}`
  return hasForeignName(email) ? foreignText() : m.waitlist_form_invalid()
}

function errorText(answer: Answer | undefined, email = ''): string | undefined {
  if (answer === 'invalid') return invalidText(email)
  if (answer === 'failed') return failedText(m.waitlist_form_failed())
  return answer?.error === 'failed' ? failedText(answer.message) : undefined
}
