import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { saveMember } from '#session/ui/member-storage.ts'
import type { ProgressResult } from '#survey/schema.ts'
import { onMutation, onQuery, renderPart } from '#testing.tsx'
import type { StatusResult, WaitlistStatus } from '#waitlist/schema.ts'
import { JoinFlow, type JoinFlowProps } from './join-flow.tsx'

const ticket = 'head.member.signature'
const status: WaitlistStatus = {
  position: 51,
  invitesLeft: 3,
  invites_count: 2,
  referral_code: 'ABC',
  referral_link: 'https://goduo.example/?ref=ABC',
  inReview: 0,
  invitedAt: null,
  email: 'ana@example.com',
  confirmed: true,
  joinedAt: '2026-03-12T12:00:00Z',
  explanation: { joinedAs: 51, gained: 0, others: 0, placesPerFriend: 100 },
  invitedAhead: 0,
  friends: [],
  history: [],
  mails: true,
  mailRefused: false,
  proven: true,
}
const progress = (qualified: boolean, followedUp: boolean): ProgressResult => ({
  error: null,
  qualified,
  followedUp,
  drafts: { qualification: null, follow_up: null },
})
const requests = vi.fn((_input: { ticket: string }): StatusResult => ({ error: null, status }))

const already = (email: string, withMessage = false): NonNullable<JoinFlowProps['outcome']> => ({
  email,
  isAnnounced: withMessage,
  answer: { error: null, userExists: true, message: 'Check your inbox.', data: null, ticket: null, mailed: true },
})

async function joinAgain(outcome: JoinFlowProps['outcome'], answered = progress(true, true)) {
  network.use(
    onQuery('waitlist', 'status', requests),
    onMutation('survey', 'progress', () => answered),
  )
  const onClose = vi.fn()
  await renderPart(<JoinFlow outcome={outcome} open onQualified={vi.fn()} onClose={onClose} returnFocusTo={{ current: null }} />)
  return onClose
}
const toast = () => screen.queryByText('Email already registered')

beforeEach(() => {
  localStorage.clear()
  requests.mockClear()
})

test.each(['ana@example.com', ' Ana@Example.com'])(
  'welcomes a member remembered by this browser (%j) with position and invites',
  async (email) => {
    saveMember({ ticket, email: 'ana@example.com' })
    const onClose = await joinAgain(already(email))
    const welcome = within(await screen.findByRole('dialog', { name: 'Welcome back' }))
    expect(welcome.getByRole('heading', { name: 'You are 51st on the list' })).toBeVisible()
    expect(welcome.getByDisplayValue('https://goduo.example/?ref=ABC')).toBeVisible()
    expect(welcome.getByText(/2 .*3 /)).toBeVisible()
    expect(requests).toHaveBeenCalledWith({ ticket })
    const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent)
    expect(statuses).toContainEqual(expect.stringMatching(/Email already registered.*Check your inbox\./))
    await userEvent.click(welcome.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    expect(onClose).toHaveBeenCalledOnce()
  },
)

test('welcomes a member in Portuguese', async () => {
  document.documentElement.lang = 'pt-BR'
  saveMember({ ticket, email: 'ana@example.com' })
  await joinAgain(already('ana@example.com'))
  expect(await screen.findByRole('heading', { name: 'Você está em 51º lugar na lista' })).toBeVisible()
})

test.each([
  [false, 'How many people follow you?'],
  [true, 'Which of these are you?'],
])('continues with the open questions (qualified: %s)', async (qualified, question) => {
  saveMember({ ticket, email: 'ana@example.com' })
  await joinAgain(already('ana@example.com'), progress(qualified, false))
  expect(await screen.findByRole('heading', { name: question })).toBeVisible()
})

test('does not announce a result that the form has already announced', async () => {
  saveMember({ ticket, email: 'ana@example.com' })
  await joinAgain(already('ana@example.com', true))
  expect(await screen.findByRole('dialog', { name: 'Welcome back' })).toBeVisible()
  expect(toast()).toBeNull()
})

test.each<[string, () => void]>([
  ['another member', () => saveMember({ ticket, email: 'bia@example.com' })],
  ['no member', () => {}],
  ['a member without an e-mail', () => saveMember({ ticket, email: null })],
])('shows only the toast in a browser that remembers %s', async (_whom, remember) => {
  remember()
  await joinAgain(already('ana@example.com'))
  expect(toast()).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests).not.toHaveBeenCalled()
})

test('shows only the toast for a remembered ticket that is no longer valid', async () => {
  saveMember({ ticket, email: 'ana@example.com' })
  requests.mockReturnValueOnce({ error: 'invalid_ticket' })
  await joinAgain(already('ana@example.com'))
  await waitFor(() => expect(requests).toHaveBeenCalledOnce())
  expect(toast()).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})
