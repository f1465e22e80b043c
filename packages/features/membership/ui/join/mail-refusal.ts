import { askForAWhile } from '#shell/ui/api/ask-for-a-while.ts'
import { documentClient } from '#shell/ui/api/document-client.ts'
import { showMailRefused } from './join-view.ts'

/** Says in a member's notice that the mail server has refused the address, until it accepts a mail to it. */
export function watchMail(box: HTMLElement, { ticket, email }: { ticket: string; email: string }, signal: AbortSignal): void {
  const notice = box.querySelector('[data-join-refused]')
  // after another join or in the form there is nothing to say
  const isShown = () => notice?.isConnected === true
  askForAWhile(async () => {
    if (!isShown()) return
    const answer = await documentClient.waitlist.status.query({ ticket })
    if (answer.error !== null || !isShown()) return
    showMailRefused(box, email, 'mailRefused' in answer.status && answer.status.mailRefused)
  }, signal)
}
