import { clearMember, loadMember, type Member, markMember } from '#session/ui/member-storage.ts'
import { documentClient } from '#shell/ui/api/document-client.ts'
import type { MembershipStatus, WaitlistStatus } from '#waitlist/schema.ts'
import { field, fieldIn } from './form-view.ts'
import { fillPlaces, showPlace } from './join-view.ts'

type Status = MembershipStatus | WaitlistStatus

/** Fetches today's place and shows it. A ticket that no longer opens an entry is forgotten. */
export async function loadPlace({ ticket }: Member): Promise<void> {
  const { error, ...result } = await documentClient.waitlist.status.query({ ticket })
  // another member may have joined meanwhile
  if (loadMember()?.ticket !== ticket) return
  if (!('status' in result)) return clearMember()
  await show(result.status, ticket)
}

/** Shows the place of a signed-in member whose browser does not remember the entry. */
export async function loadOwnPlace(): Promise<void> {
  const status = await documentClient.waitlist.mine.query()
  if (!status || loadMember()) return
  markMember(true)
  await show(status, status.ticket)
}

async function show(status: Status, ticket: string) {
  fillPlaces(status.position)
  const box = document.querySelector<HTMLElement>('[data-join]')
  if (!box || !(isUnused(box) || box.dataset.shows === 'member')) return
  showPlace(box, stateOf(status), status)
  box.dataset.shows = 'member'
  const progress = await documentClient.survey.progress.mutate({ ticket })
  const isOpen = progress.error === null && !(progress.qualified && progress.followedUp)
  const questions = box.querySelector<HTMLElement>('[data-join-questions]')
  if (questions) questions.hidden = !isOpen
}

/** Whether no one has typed, been refused or joined here. */
function isUnused(box: HTMLElement): boolean {
  const email = fieldIn(box, field('email'))
  return email !== null && email.value === '' && email.ariaInvalid === null && !box.contains(document.activeElement)
}

function stateOf(status: Status) {
  if ('invitedAt' in status && status.invitedAt !== null) return 'invited'
  return status.confirmed ? 'confirmed' : 'waiting'
}
