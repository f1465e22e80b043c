import { m } from '@duo/platform/i18n/messages.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { callKey, clearTicket, storeTicket } from '../../session/ui/history-ticket.ts'
import { saveMember } from '../../session/ui/member-storage.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import { ConfirmedNotice } from '../../waitlist/ui/mail-link/confirmed-notice.tsx'
import { RequestLink, requestTexts } from '../../waitlist/ui/mail-link/request-link.tsx'
import { LoadError } from '../../waitlist/ui/status/load-error.tsx'
import { MemberHead } from '../../waitlist/ui/status/member-head.tsx'
import { NoticePage } from '../../waitlist/ui/status/notice-page.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    justConfirmed?: boolean
  }
}

export function Page() {
  const { state, ...confirmation } = useConfirmation()
  return (
    <>
      <MemberHead title={m.waitlist_confirm_page_title()} />
      <p role="status" className="sr-only">
        {announcement(state)}
      </p>
      <Content state={state} {...confirmation} />
    </>
  )
}

function Content({ state, ticket, retry, start }: ReturnType<typeof useConfirmation>) {
  if (state === 'failed') return <LoadError onRetry={retry} />
  if (state === 'already_confirmed') return <ConfirmedNotice ticket={ticket.current ?? ''} />
  if (state !== 'confirming') return <RequestLink reason={state} onTicket={start} />
  return (
    <>
      <NoticePage title={m.waitlist_confirm_title()} text={m.waitlist_confirm_text()} />
      <noscript>
        <p className="page-column py-8">{m.waitlist_status_noscript()}</p>
      </noscript>
    </>
  )
}

function announcement(state: ReturnType<typeof useConfirmation>['state']) {
  if (state === 'failed') return m.waitlist_status_failed_title()
  if (state === 'confirming') return m.waitlist_confirm_title()
  if (state === 'already_confirmed') return m.waitlist_confirmed_title()
  return requestTexts[state].title()
}

function useConfirmation() {
  const { api } = usePageContext()
  const navigate = useNavigate()
  const [state, setState] = useState<'confirming' | 'cut_link' | 'invalid_ticket' | 'already_confirmed' | 'failed'>('confirming')
  const ticket = useRef<string | null>(undefined)

  const confirm = useCallback(async () => {
    if (!ticket.current) return setState('cut_link')
    setState('confirming')
    try {
      const { waitlist } = await api()
      const answer = await waitlist.confirm.mutate({ ticket: ticket.current, key: callKey() })
      // the button needs it to request a new link
      if (answer.error === 'already_confirmed') return setState('already_confirmed')
      clearTicket()
      if (answer.error) return setState('invalid_ticket')
      saveMember({ ticket: answer.ticket, email: null })
      await navigate({ to: '/waitlist', replace: true, state: { justConfirmed: true } })
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }, [api, navigate])

  useEffect(() => {
    if (ticket.current !== undefined) return // an effect may run twice (StrictMode)
    ticket.current = storeTicket()
    confirm()
  }, [confirm])
  const start = (typed: string) => {
    ticket.current = storeTicket(typed)
    void confirm()
  }
  return { state, ticket, retry: confirm, start }
}
