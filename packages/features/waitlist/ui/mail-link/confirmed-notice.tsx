import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { loadMember } from '#session/ui/member-storage.ts'
import { useMutation } from '#shell/ui/api/use-mutation.ts'
import { NoticePage } from '../status/notice-page.tsx'

/** For a used confirmation link: reveals nothing, and mails a new link to its mailbox. */
export function ConfirmedNotice({ ticket }: { ticket: string }) {
  const { state, pending, button } = useMutation<void, 'queued' | 'refused'>({
    call: async ({ waitlist }) => {
      const answer = await waitlist.sendLinkOf.mutate({ ticket })
      if (answer.error) return 'refused'
      return answer.mailed ? null : 'queued'
    },
  })
  return (
    <NoticePage title={m.waitlist_confirmed_title()} text={m.waitlist_confirmed_text()}>
      {state !== 'done' && state !== 'queued' && (
        <Button variant="bright" size="lg" {...button()}>
          {pending ? m.waitlist_form_sending() : m.waitlist_confirmed_send()}
        </Button>
      )}
      <p role="status" className="mt-4 max-w-[42ch] text-lg empty:hidden">
        {state === 'done' && <span>{m.waitlist_confirmed_sent()}</span>}
        {state === 'queued' && <span>{m.waitlist_status_sent_later()}</span>}
        {(state === 'failed' || state === 'refused') && <span>{m.waitlist_status_send_failed()}</span>}
      </p>
      {loadMember() && (
        <p className="mt-4 text-on-deep-muted">
          <Link to="/waitlist" className="text-link font-semibold text-on-deep">
            {m.waitlist_confirmed_open()}
          </Link>
        </p>
      )}
    </NoticePage>
  )
}
