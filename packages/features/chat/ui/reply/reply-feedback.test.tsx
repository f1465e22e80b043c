import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { callFailure, onMutation, renderPart } from '#testing.tsx'
import { isRateable } from '../../rules.ts'
import type { Feedback } from '../../schema.ts'
import { TrpcProvider } from '../trpc-provider.tsx'
import { ReplyFeedback } from './reply-feedback.tsx'

const id = '01a1feb3-934f-70e6-b492-000000000102'

function Answer({ given }: { given?: Feedback | undefined }) {
  const [feedback, setFeedback] = useState<Feedback | null>(given ?? null)
  return <ReplyFeedback message={{ id, ...(feedback && { feedback }) }} onRated={(event) => setFeedback(event.feedback)} />
}
const open = (given?: Feedback) =>
  renderPart(
    <TrpcProvider>
      <Answer given={given} />
    </TrpcProvider>,
  )

function storing() {
  const calls: unknown[] = []
  network.use(
    onMutation('chat', 'rate', ({ vote, reason }) => {
      calls.push([vote, reason])
      return { feedback: vote && { vote, reason: reason ?? null } }
    }),
  )
  return calls
}
const up = () => screen.getByRole('button', { name: 'Good answer' })
const down = () => screen.getByRole('button', { name: 'Not a good answer' })
const why = () => screen.queryByRole('textbox', { name: 'What was wrong? (optional)' })

test('stores a thumb up, changes it to a thumb down, and withdraws it on a second press', async () => {
  const calls = storing()
  await open()
  await userEvent.click(up())
  await waitFor(() => expect(up()).toHaveAttribute('aria-pressed', 'true'))
  expect(await screen.findByText('Thank you. It is noted.')).toBeVisible()
  expect(why()).toBeNull()
  await userEvent.click(down())
  await waitFor(() => expect(down()).toHaveAttribute('aria-pressed', 'true'))
  expect(up()).toHaveAttribute('aria-pressed', 'false')
  await waitFor(() => expect(calls).toHaveLength(2))
  await screen.findByText('Thank you. It is noted.')
  await userEvent.click(down())
  expect(await screen.findByText('Your rating is removed.')).toBeVisible()
  expect(down()).toHaveAttribute('aria-pressed', 'false')
  expect(why()).toBeNull()
  expect(calls).toEqual([
    ['up', null],
    ['down', null],
    [null, null],
  ])
})

test('a thumb down asks for a reason of limited length, then returns the focus to the thumb', async () => {
  const calls = storing()
  await open()
  await userEvent.click(down())
  expect(why()).toHaveFocus()
  await screen.findByText('Thank you. It is noted.')
  await userEvent.click(why() as HTMLElement)
  await userEvent.paste('x'.repeat(501))
  expect(screen.getByText('Shorten it to 500 characters.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(calls).toHaveLength(1)
  await userEvent.clear(why() as HTMLElement)
  await userEvent.type(why() as HTMLElement, 'No looms')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(why()).toBeNull())
  expect(calls.at(-1)).toEqual(['down', 'No looms'])
  expect(down()).toHaveFocus()
})

test('Escape keeps the thumb down without a reason', async () => {
  const calls = storing()
  await open()
  await userEvent.click(down())
  await userEvent.keyboard('{Escape}')
  expect(why()).toBeNull()
  await waitFor(() => expect(calls).toEqual([['down', null]]))
})

test('a failed vote shows an error and the stored vote', async () => {
  network.use(
    onMutation('chat', 'rate', () => {
      throw callFailure('unavailable')
    }),
  )
  await open({ vote: 'up', reason: null })
  await userEvent.click(up())
  expect(await screen.findByRole('alert')).toHaveTextContent('Your rating was not saved. Try again.')
  expect(up()).toHaveAttribute('aria-pressed', 'true')
})

test('only replies from the model or the notes can be rated', () => {
  const rateable = (origin: string | null, content = 'Text') => isRateable({ origin, content })
  expect([rateable('model'), rateable('offline')]).toEqual([true, true])
  expect([rateable('help'), rateable('fallback'), rateable(null), rateable('model', '')]).toEqual([false, false, false, false])
})
