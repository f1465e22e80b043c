import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadMember, memberKey, saveMember } from '#session/ui/member-storage.ts'
import { PlaceLink } from '#shell/ui/navigation/place-link.tsx'
import { callFailure, onMutation, onQuery, renderPart } from '#testing.tsx'
import type { MembershipStatus, WaitlistStatus } from '#waitlist/schema.ts'
import { JoinStart } from '#waitlist/ui/join/join-fields.tsx'
import { JoinForm } from '#waitlist/ui/join/join-form.tsx'
import { startJoin } from './join-script.ts'
import { startPlace } from './place-script.ts'

const membership: MembershipStatus = {
  email: 'ana@example.com',
  position: 4,
  invitesLeft: 5,
  invites_count: 0,
  referral_code: 'K7Q2M9XW4T',
  referral_link: 'http://localhost:3000/?ref=K7Q2M9XW4T',
  inReview: 0,
  invitedAt: null,
  confirmed: true,
  proven: false,
}
const details: WaitlistStatus = {
  ...membership,
  joinedAt: '2026-11-20T12:00:00.000Z',
  explanation: { joinedAs: 4, gained: 0, others: 0, placesPerFriend: 10 },
  invitedAhead: 0,
  friends: [],
  history: [],
  mails: true,
  mailRefused: false,
}

let stop = new AbortController()
beforeEach(() => {
  stop = new AbortController()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
})
afterEach(() => {
  stop.abort()
  vi.restoreAllMocks()
  document.body.replaceChildren()
  delete document.documentElement.dataset.member
})

async function open() {
  await renderPart(
    <>
      <PlaceLink className="" />
      <JoinStart formKey={undefined} code={null} />
      <JoinForm formKey={undefined} invitedByCode={null} posted={null} />
    </>,
  )
  startJoin(stop.signal)
  startPlace(stop.signal)
  return userEvent.setup()
}

const progressOf = (answered: boolean) => ({
  error: null,
  qualified: answered,
  followedUp: answered,
  drafts: { qualification: null, follow_up: null },
})
const serveStatus = (status: MembershipStatus | WaitlistStatus, answered = true) =>
  network.use(
    onQuery('waitlist', 'status', () => ({ error: null, status })),
    onMutation('survey', 'progress', () => progressOf(answered)),
  )
const field = () => screen.queryByRole('textbox', { name: /^E-?mail$/ })
const isMember = () => 'member' in document.documentElement.dataset

test('a browser that remembers a member shows the place in the header and instead of the form', async () => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  serveStatus(membership)
  await open()
  expect(isMember()).toBe(true)
  expect(await screen.findByRole('heading', { name: 'You are 4th on the list' })).toBeVisible()
  expect(screen.getByRole('link', { name: /^Your place.*4th$/ })).toHaveAttribute('href', '/waitlist')
  expect(screen.getByRole('textbox', { name: 'Your invitation link' })).toHaveValue(membership.referral_link)
  expect(screen.getByText(/Your place is confirmed/)).toBeVisible()
  expect(field()).toBeNull()
})

test('a friend moves up who is behind others, and keeps ahead who is first', async () => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  for (const [position, shown, hidden] of [
    [1, /^No one is ahead of you/, /moves you up/],
    [4, /moves you up/, /^No one is ahead of you/],
  ] as const) {
    document.body.replaceChildren()
    serveStatus({ ...membership, position })
    await open()
    expect(await screen.findByText(shown)).toBeVisible()
    expect(screen.getByText(hidden)).not.toBeVisible()
  }
})

test.each([
  ['not confirmed', { ...details, confirmed: false }, /One step is left/],
  ['at the goal', { ...membership, invitesLeft: 0, invites_count: 5 }, /Your place is confirmed/],
])('a member who is %s knows what is next, and sees an invitation that can be used', async (_, status, text) => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  serveStatus(status)
  await open()
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryAllByRole('textbox', { name: 'Your invitation link' })).toHaveLength(status.invitesLeft > 0 ? 1 : 0)
})

test('a browser that only joined learns that it is its turn, with the first step and no place', async () => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  serveStatus({ ...membership, invitedAt: '2026-11-26T12:00:00.000Z' })
  await open()
  expect(await screen.findByRole('heading', { name: 'It’s your turn' })).toBeVisible()
  expect(screen.getByText('We invited you to the beta on November 26, 2026.')).toBeVisible()
  expect(screen.getByText(/Create your account with ana@example\.com/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Create my account' })).toHaveAttribute(
    'href',
    `${location.origin}/auth?mode=sign-up#invitation=ana%40example.com`,
  )
  expect(screen.getByText(/^Anyone who joins with your link/)).toBeVisible()
  expect(screen.getByRole('link', { name: /^Your place/ })).toBeVisible()
  expect(document.body).not.toHaveTextContent(/4th|priority/)
  // the page's end, by CSS
  expect(document.documentElement).toHaveAttribute('data-beta')
  stop.abort()
  stop = new AbortController()
  document.body.replaceChildren()
  serveStatus(membership)
  await open()
  await screen.findByRole('heading', { name: 'You are 4th on the list' })
  expect(document.documentElement).not.toHaveAttribute('data-beta')
})

test('a member learns that the mail server refuses the address, and can correct it, until a mail is accepted', async () => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  serveStatus({ ...details, confirmed: false, mailRefused: true })
  const user = await open()
  expect(await screen.findByText(/^The mail server refused our email to ana@example\.com\. Check the address/)).toBeVisible()
  expect(screen.getByText(/One step is left/)).not.toBeVisible()
  serveStatus({ ...details, confirmed: false })
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(screen.getByText(/One step is left/)).toBeVisible())
  expect(screen.getByText(/refused our email/)).not.toBeVisible()
  serveStatus({ ...details, confirmed: false, mailRefused: true })
  document.dispatchEvent(new Event('visibilitychange'))
  await user.click(await screen.findByRole('button', { name: 'Correct the address' }))
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('ana@example.com')
})

test('on a device of another person, the member is forgotten and the empty form returns with the focus', async () => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  localStorage.setItem('duo.survey', '{"email":"ana@example.com"}')
  serveStatus(membership)
  const user = await open()
  await user.click(await screen.findByRole('button', { name: 'This is not my device: forget me' }))
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('')
  expect(loadMember()).toBeNull()
  expect(localStorage.getItem('duo.survey')).toBeNull()
  expect(isMember()).toBe(false)
  expect(screen.getByText(/This browser has forgotten you\. Your place stays/)).toBeVisible()
  expect(field()).toHaveAttribute('aria-description', expect.stringMatching(/Your place stays/))
})

test('a signed-in member whose browser does not remember the entry sees the place, and is not offered to be forgotten', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('signed-in=1')
  network.use(
    onQuery('waitlist', 'mine', () => ({ ...details, ticket: 'a.b.c' })),
    onMutation('survey', 'progress', () => progressOf(true)),
  )
  await open()
  expect(await screen.findByRole('heading', { name: 'You are 4th on the list' })).toBeVisible()
  expect(isMember()).toBe(true)
  expect(loadMember()).toBeNull()
  expect(screen.queryByRole('button', { name: /forget me/ })).toBeNull()
})

test.each([
  ['has open questions', false],
  ['has answered', true],
])('a member who %s finds the way to them on the next day: %s', async (_, answered) => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  serveStatus(membership, answered)
  await open()
  await screen.findByRole('heading', { name: 'You are 4th on the list' })
  const questions = () => screen.queryByRole('link', { name: 'Go to the questions' })
  if (!answered) await waitFor(() => expect(questions()).toHaveAttribute('href', '/waitlist#surveys'))
  else expect(questions()).toBeNull()
})

test('a confirmation in another tab changes what is left to do', async () => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  serveStatus({ ...details, confirmed: false })
  await open()
  await screen.findByText(/One step is left/)
  serveStatus({ ...details, position: 3 })
  window.dispatchEvent(new StorageEvent('storage', { key: memberKey }))
  expect(await screen.findByText(/Your place is confirmed/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'You are 3rd on the list' })).toBeVisible()
})

test('a tab that stayed open says that it is the member’s turn when they come back to it', async () => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  serveStatus(membership)
  await open()
  expect(await screen.findByRole('heading', { name: 'You are 4th on the list' })).toBeVisible()
  const openedAt = Date.now()
  serveStatus({ ...membership, invitedAt: '2026-11-28T09:00:00.000Z' })
  document.dispatchEvent(new Event('visibilitychange'))
  vi.spyOn(Date, 'now').mockReturnValue(openedAt + 3_600_000)
  expect(document.documentElement.dataset.beta).toBeUndefined()
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(document.documentElement.dataset.beta).toBe(''))
})

test('another person can join with another address, and the first one stays remembered until then', async () => {
  saveMember({ ticket: 'a.b.c', email: membership.email })
  serveStatus(membership)
  const user = await open()
  await user.click(await screen.findByRole('link', { name: 'Not you? Join with another address' }))
  expect(field()).toHaveFocus()
  expect(screen.getByText(/This browser then remembers the new address/)).toBeVisible()
  expect(loadMember()).toMatchObject({ ticket: 'a.b.c' })
})

test.each([
  ['en', 'Already on the list? Get your link by email'],
  ['pt-BR', 'Já está na lista? Receba seu link por e-mail'],
])('who joined on another device finds the way to the mailed link, in %s', async (lang, name) => {
  document.documentElement.lang = lang
  await open()
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', '/waitlist')
})

test('a ticket that opens no entry any more is forgotten, and the form stays', async () => {
  saveMember({ ticket: 'a.b.c', email: null })
  network.use(onQuery('waitlist', 'status', () => ({ error: 'invalid_ticket' as const })))
  await open()
  await waitFor(() => expect(loadMember()).toBeNull())
  expect(isMember()).toBe(false)
  expect(field()).toBeVisible()
})

test('while the place cannot be fetched, the link to the member’s page stays, and so does the form', async () => {
  saveMember({ ticket: 'a.b.c', email: null })
  network.use(
    onQuery('waitlist', 'status', () => {
      throw callFailure('unavailable')
    }),
  )
  await open()
  await waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.getByRole('link', { name: /^Your place/ })).toBeVisible()
  expect(field()).toBeVisible()
  expect(loadMember()).not.toBeNull()
})

test('a visitor who has begun to type keeps the form', async () => {
  saveMember({ ticket: 'a.b.c', email: null })
  const pending = Promise.withResolvers<void>()
  network.use(
    onQuery('waitlist', 'status', async () => {
      await pending.promise
      return { error: null, status: membership }
    }),
  )
  const user = await open()
  await user.type(field() as HTMLElement, 'bia@')
  pending.resolve()
  expect(await screen.findByRole('link', { name: /^Your place.*4th$/ })).toBeVisible()
  expect(field()).toHaveValue('bia@')
})
