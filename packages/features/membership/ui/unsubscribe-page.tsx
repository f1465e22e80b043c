import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { clearTicket, storeTicket } from '../../session/ui/history-ticket.ts'
import { useMutation } from '../../shell/ui/api/use-mutation.ts'
import { SendLinkForm } from '../../waitlist/ui/mail-link/send-link-form.tsx'
import { MemberHead } from '../../waitlist/ui/status/member-head.tsx'
import { NoticePage } from '../../waitlist/ui/status/notice-page.tsx'

/** Unsubscribes on a button press only, because mail programs open links. */
export function Page() {
  const ticket = useHistoryTicket()
  const [isInvited, setIsInvited] = useState(false)
  const { state, button } = useMutation<void, 'no_ticket'>({
    call: async ({ waitlist }) => {
      if (!ticket) return 'no_ticket'
      const answer = await waitlist.unsubscribe.mutate({ ticket })
      clearTicket()
      document.getElementById('content')?.focus({ preventScroll: true })
      if (answer.error !== null) return 'no_ticket'
      setIsInvited(answer.isInvited)
      return null
    },
  })
  const expired = ticket === null || state === 'no_ticket'
  return (
    <>
      <MemberHead title={m.waitlist_leave_page_title()} />
      <p role="status" className="sr-only">
        {state === 'done' && <span>{m.waitlist_leave_done_title()}</span>}
        {expired && <span>{m.waitlist_leave_expired_title()}</span>}
      </p>
      {state === 'done' ? (
        <Done isInvited={isInvited} />
      ) : expired ? (
        <Expired />
      ) : (
        <Question failed={state === 'failed'} ready={ticket !== undefined} button={button()} />
      )}
      <noscript>
        <p className="page-column py-8">{m.waitlist_status_noscript()}</p>
      </noscript>
    </>
  )
}

/** Undefined before the URL is read, null without a ticket. */
function useHistoryTicket() {
  const [ticket, setTicket] = useState<string | null>()
  useEffect(() => setTicket(storeTicket()), [])
  return ticket
}

interface QuestionProps {
  failed: boolean
  ready: boolean
  button: ReturnType<ReturnType<typeof useMutation>['button']>
}

function Question({ failed, ready, button }: QuestionProps) {
  return (
    <NoticePage title={m.waitlist_leave_title()} text={m.waitlist_leave_text()}>
      <Button variant="bright" size="lg" disabled={!ready} {...button} className="w-full sm:w-auto">
        {button.busy ? m.waitlist_form_sending() : m.waitlist_leave_stop()}
      </Button>
      <p role="alert" className="mt-4 max-w-[42ch] font-semibold empty:hidden">
        {failed && m.waitlist_leave_failed()}
      </p>
    </NoticePage>
  )
}

function Done({ isInvited }: { isInvited: boolean }) {
  const text = isInvited ? m.waitlist_leave_done_invited() : m.waitlist_leave_done_text()
  return (
    <NoticePage title={m.waitlist_leave_done_title()} text={text}>
      <Link to="/waitlist" className={`${buttonClasses('bright', 'lg')} w-full sm:w-auto`}>
        {isInvited ? m.waitlist_leave_invitation() : m.waitlist_leave_place()}
      </Link>
    </NoticePage>
  )
}

function Expired() {
  return (
    <NoticePage title={m.waitlist_leave_expired_title()} text={m.waitlist_leave_expired_text()}>
      <SendLinkForm />
    </NoticePage>
  )
}
