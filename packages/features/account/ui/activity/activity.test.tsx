import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { eventKinds } from '#auth/schema.ts'
import type { Activity } from '../../schema.ts'
import { AccountActivity } from './activity.tsx'

const event = (kind: Activity['kind'], more: Partial<Activity> = {}): Activity => ({
  id: kind,
  kind,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/150.0',
  times: 1,
  at: '2026-11-02T12:00:00Z',
  ...more,
})

test('shows each event with its device, its date and how often it occurred', () => {
  render(
    <AccountActivity
      events={[event('signed_in'), event('sign_in_refused', { times: 12 }), event('recovery_sent', { userAgent: null })]}
    />,
  )
  const [signedIn, refused, sent] = screen.getAllByRole('listitem')
  expect(signedIn).toHaveTextContent(/Signed in.*Firefox on Linux, November 2, 2026/)
  expect(refused).toHaveTextContent('Sign-in with a wrong password (12 times)')
  expect(sent).not.toHaveTextContent('device')
})

test('shows the first six events and the rest on request, with a text for each kind', async () => {
  render(<AccountActivity events={eventKinds.map((kind) => event(kind))} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(6)
  await userEvent.click(screen.getByRole('button', { name: `Show ${eventKinds.length - 6} more` }))
  expect(screen.getAllByRole('listitem')).toHaveLength(eventKinds.length)
  for (const item of screen.getAllByRole('listitem')) expect(item).toHaveTextContent(/^[“A-Z].{6,}Firefox on Linux/)
})

test('shows a message when there are no events', () => {
  render(<AccountActivity events={[]} />)
  expect(screen.getByText('Nothing yet.')).toBeVisible()
})
