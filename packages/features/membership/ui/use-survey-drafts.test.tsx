import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { onMutation, renderPart } from '../../testing.tsx'
import { clearAnswered, type Drafts, useSurveyDrafts } from './use-survey-drafts.ts'

const email = 'ana@example.com'
const followUpAnswers = (description: string) => ({ userTypes: [], niches: [], agentTypes: [], description })
const draft = (description: string, changedAt: string) => ({ answers: followUpAnswers(description), changedAt })
const qualificationAnswers = { audienceSize: null, categories: ['law' as const], otherCategory: '', goals: [] }

const storeDrafts = (drafts: Drafts, owner = email) =>
  localStorage.setItem('duo.survey', JSON.stringify({ email: owner, ...drafts }))
const readStoredDrafts = () => JSON.parse(localStorage.getItem('duo.survey') ?? 'null') as (Drafts & { email: string }) | null

/** Continues the follow-up in this browser. */
function FollowUp({ stored, owner }: { stored?: Drafts; owner: string }) {
  const { initial, saveFollowUp: save } = useSurveyDrafts({ ticket: 'ticket', email: owner }, stored)
  return (
    <button type="button" onClick={() => save(followUpAnswers('clicked'))}>
      {initial.follow_up?.description ?? 'nothing'}
    </button>
  )
}
const renderFollowUp = (stored?: Drafts, owner = email) => renderPart(<FollowUp stored={stored} owner={owner} />)

beforeEach(() => localStorage.clear())

const [earlier, later] = ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.001Z']
test.each([
  ['this browser’s when it is newer', earlier, later, 'here'],
  ['the other device’s when it is newer', later, earlier, 'there'],
  ['this browser’s when both are equally old', earlier, earlier, 'here'],
])('the newer of two drafts wins: %s', async (_which, remoteChangedAt, localChangedAt, wins) => {
  storeDrafts({ follow_up: draft('here', localChangedAt) })
  await renderFollowUp({ follow_up: draft('there', remoteChangedAt) })
  expect(screen.getByRole('button', { name: wins })).toBeVisible()
})

test('compares the drafts of each survey separately, and ignores case and spaces in the address', async () => {
  storeDrafts({ qualification: { answers: qualificationAnswers, changedAt: later } })
  await renderFollowUp({ follow_up: draft('there', earlier) }, ' Ana@Example.com')
  await userEvent.click(screen.getByRole('button', { name: 'there' }))
  expect(readStoredDrafts()).toMatchObject({
    email,
    qualification: { answers: qualificationAnswers },
    follow_up: { answers: { description: 'clicked' } },
  })
})

test.each(['{', '"text"', `{"email":"${email}","follow_up":{"description":"of an older page"}}`])(
  'ignores a stored value in another format (%s)',
  async (text) => {
    localStorage.setItem('duo.survey', text)
    await renderFollowUp()
    expect(screen.getByRole('button', { name: 'nothing' })).toBeVisible()
  },
)

test('a draft saved on the server takes the server’s time, so that a fast clock does not always win', async () => {
  network.use(onMutation('survey', 'saveDraft', () => ({ error: null, changedAt: earlier })))
  await renderFollowUp()
  await userEvent.click(screen.getByRole('button', { name: 'nothing' }))
  expect((readStoredDrafts()?.follow_up?.changedAt ?? '') > later).toBe(true)
  await waitFor(() => expect(readStoredDrafts()).toEqual({ email, follow_up: draft('clicked', earlier) }), { timeout: 5_000 })
})

test('a draft that was cleared before the server responds does not come back', async () => {
  const answered = vi.fn(() => {
    localStorage.clear()
    return { error: null, changedAt: earlier }
  })
  network.use(onMutation('survey', 'saveDraft', answered))
  const { unmount } = await renderFollowUp()
  await userEvent.click(screen.getByRole('button', { name: 'nothing' }))
  unmount()
  await waitFor(() => expect(answered).toHaveBeenCalledOnce())
  await new Promise((settled) => setImmediate(settled))
  expect(readStoredDrafts()).toBeNull()
})

test.each([
  [{ qualified: false, followedUp: false }, ['qualification', 'follow_up']],
  [{ qualified: true, followedUp: false }, ['follow_up']],
  [{ qualified: false, followedUp: true }, ['qualification']],
  [{ qualified: true, followedUp: true }, []],
])('removes the drafts of answered surveys from this browser (%o)', (answered, left) => {
  storeDrafts({ qualification: { answers: qualificationAnswers, changedAt: earlier }, follow_up: draft('here', earlier) })
  clearAnswered(email, answered)
  expect(Object.keys(readStoredDrafts() ?? {}).filter((name) => name !== 'email')).toEqual(left)
})

test('keeps another person’s drafts on this device', () => {
  storeDrafts({ follow_up: draft('here', earlier) }, 'bia@example.com')
  clearAnswered(email, { qualified: true, followedUp: true })
  expect(readStoredDrafts()).toMatchObject({ email: 'bia@example.com', follow_up: { changedAt: earlier } })
})
