import { intlLocale, localeFromPath } from '@duo/platform/shared/locale.ts'
import { clearMember, loadMember, type Member, markInvited, markMember } from '#session/ui/member-storage.ts'
import { invitationHash } from '#shell/invited-sign-up.ts'
import { askForAWhile } from '#shell/ui/api/ask-for-a-while.ts'
import { documentClient } from '#shell/ui/api/document-client.ts'
import type { MembershipStatus, WaitlistStatus } from '#waitlist/schema.ts'
import { field, fieldIn } from './form-view.ts'
import { fillPlaces, showMailRefused, showPlace } from './join-view.ts'

type Status = MembershipStatus | WaitlistStatus

/** Fetches today's place and shows it. A ticket that no longer opens an entry is forgotten. */
export async function loadPlace({ ticket }: Member, signal: AbortSignal): Promise<void> {
  const { error, ...result } = await documentClient.waitlist.status.query({ ticket })
  // another member may have joined meanwhile
  if (loadMember()?.ticket !== ticket) return
  if (!('status' in result)) return clearMember()
  await show(result.status, ticket, signal)
}

/** Shows the place of a signed-in member whose browser does not remember the entry. */
export async function loadOwnPlace(signal: AbortSignal): Promise<void> {
  const status = await documentClient.waitlist.mine.query()
  if (!status || loadMember()) return
  markMember(true)
  await show(status, status.ticket, signal)
}

async function show(status: Status, ticket: string, signal: AbortSignal) {
  const { invitedAt } = status
  markInvited(invitedAt !== null)
  // a place is for who waits
  fillPlaces(invitedAt === null ? status.position : null)
  const box = document.querySelector<HTMLElement>('[data-join]')
  if (!box || !(isUnused(box) || box.dataset.shows === 'member')) return
  const { email } = status
  showPlace(box, stateOf(status), status, { email, date: invitedAt === null ? '' : longDate(invitedAt) })
  for (const link of box.querySelectorAll<HTMLAnchorElement>('[data-join-account]')) link.hash = invitationHash(email)
  box.dataset.shows = 'member'
  if (!status.confirmed && 'mailRefused' in status) {
    showMailRefused(box, email, status.mailRefused)
    watchMail(box, { ticket, email }, signal)
  }
  const progress = await documentClient.survey.progress.mutate({ ticket })
  const isOpen = progress.error === null && !(progress.qualified && progress.followedUp)
  const questions = box.querySelector<HTMLElement>('[data-join-questions]')
  if (questions) questions.hidden = !isOpen
}

/** Of the reader's day. */
const longDate = (at: string) =>
  new Intl.DateTimeFormat(intlLocale(localeFromPath(location.pathname)), { dateStyle: 'long' }).format(new Date(at))

/** Whether no one has typed, been refused or joined here. */
function isUnused(box: HTMLElement): boolean {
  const email = fieldIn(box, field('email'))
  return email !== null && email.value === '' && email.ariaInvalid === null && !box.contains(document.activeElement)
}

function stateOf(status: Status) {
  if (status.invitedAt !== null) return 'invited'
  return status.confirmed ? 'confirmed' : 'waiting'
}

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

/** Starts the button that mails the link to the place again. The answer is the same for an address that is not on the list. */
export function startSendLink(box: Element, email: string): void {
  const button = box.querySelector<HTMLElement>('[data-join-send]')
  const result = box.querySelector<HTMLElement>('[data-join-send-result]')
  if (!button || !result) return
  const { sent, later, failed } = button.dataset
  button.hidden = false
  button.onclick = async () => {
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    result.textContent = await send(email).then(
      (mailed) => (mailed ? sent : later)?.replace('{email}', email) ?? '',
      (error: unknown) => {
        console.error(error)
        return failed ?? ''
      },
    )
    button.ariaBusy = null
  }
}

const send = async (email: string) => (await documentClient.waitlist.sendStatusLink.mutate({ email })).mailed
