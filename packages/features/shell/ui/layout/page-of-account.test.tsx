import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createSessionStore, toSessionState, type Viewer } from '#session/ui/session-store.ts'
import { renderPart } from '../../../testing.tsx'
import { PageOfAccount } from './page-of-account.tsx'

const viewer = (id: string): Viewer => ({ id, email: `${id}@example.com`, name: id, expiresAt: 4e9 })

async function openAs(first: Viewer | null) {
  const auth = createSessionStore(first)
  await renderPart(<PageOfAccount />, { auth })
  return (next: Viewer | null) => act(() => auth.set(toSessionState(next ? 'signed_in' : 'signed_out', next)))
}

test('says who is signed in after another tab has replaced the account, until it is closed', async () => {
  const become = await openAs(viewer('ana'))
  expect(screen.queryByRole('alert')).toBeNull()
  become(viewer('bia'))
  expect(screen.getByRole('alert')).toHaveTextContent('bia@example.com')
  act(() => screen.getByRole('button', { name: 'Continue' }).click())
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['signs in', null],
  ['has signed out before', viewer('ana')],
])('says nothing to a person who %s', async (_what, first) => {
  const become = await openAs(first)
  become(null)
  become(viewer('bia'))
  expect(screen.queryByRole('alert')).toBeNull()
})
