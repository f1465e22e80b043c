import { Button, buttonLook } from '@duo/platform/browser/ui/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { dropTicket, holdTicket } from '../shell/held-ticket.tsx'
import { usePageContext } from '../shell/page-context.ts'
import { MemberHead } from '../waitlist/member-head.tsx'
import { MemberNotice } from '../waitlist/member-notice.tsx'
import { SendLinkForm } from '../waitlist/send-link-form.tsx'

/** `loading` until the browser has read its address. */
type Progress = 'loading' | 'asking' | 'sending' | 'failed' | 'done' | 'no_ticket'

/** The way out of our mails. Nothing happens until the button is pressed: mail programs open links to look at them. */
export function Page() {
  const { state, stop } = useLeaving()
  return (
    <>
      <MemberHead title={m.waitlist_leave_page_title()} />
      {/* in the page from the start, so that what comes is announced */}
      <p role="status" className="sr-only">
        {state === 'done' && m.waitlist_leave_done_title()}
        {state === 'no_ticket' && m.waitlist_leave_expired_title()}
      </p>
      {state === 'done' ? <Done /> : state === 'no_ticket' ? <Expired /> : <Question state={state} onStop={stop} />}
      <noscript>
        <p className="page-column py-8">{m.waitlist_status_noscript()}</p>
      </noscript>
    </>
  )
}

function useLeaving() {
  const { api } = usePageContext()
  const [state, setState] = useState<Progress>('loading')
  const ticket = useRef<string | null>(null)
  useEffect(() => {
    // an effect may run twice (StrictMode), the address holds the ticket once
    ticket.current ??= holdTicket()
    setState(ticket.current === null ? 'no_ticket' : 'asking')
  }, [])

  const stop = async () => {
    if (ticket.current === null) return
    setState('sending')
    try {
      const { waitlist } = await api()
      const { error } = await waitlist.unsubscribe.mutate({ ticket: ticket.current })
      dropTicket()
      // the button is about to go; the next Tab goes on from the page's content
      document.getElementById('content')?.focus({ preventScroll: true })
      setState(error === null ? 'done' : 'no_ticket')
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }
  return { state, stop }
}

function Question({ state, onStop }: { state: Progress; onStop: () => void }) {
  const sending = state === 'sending'
  return (
    <MemberNotice title={m.waitlist_leave_title()} text={m.waitlist_leave_text()}>
      <Button
        variant="bright"
        size="lg"
        disabled={state === 'loading'}
        busy={sending}
        aria-disabled={sending || undefined}
        onClick={() => sending || onStop()}
        className="w-full sm:w-auto"
      >
        {sending ? m.waitlist_form_sending() : m.waitlist_leave_stop()}
      </Button>
      <p role="alert" className="mt-4 max-w-[42ch] font-semibold empty:hidden">
        {state === 'failed' && m.waitlist_leave_failed()}
      </p>
    </MemberNotice>
  )
}

function Done() {
  return (
    <MemberNotice title={m.waitlist_leave_done_title()} text={m.waitlist_leave_done_text()}>
      <Link to="/waitlist" className={`${buttonLook('bright', 'lg')} w-full sm:w-auto`}>
        {m.waitlist_leave_place()}
      </Link>
    </MemberNotice>
  )
}

/** Without a ticket, or with one that no longer opens anything: a new mail brings a new way out. */
function Expired() {
  return (
    <MemberNotice title={m.waitlist_leave_expired_title()} text={m.waitlist_leave_expired_text()}>
      <SendLinkForm />
    </MemberNotice>
  )
}
