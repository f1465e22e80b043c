import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { onMutation, renderPart } from '../../../testing.tsx'
import { draftOf } from '../testing.ts'
import { Corrections } from './corrections-page.tsx'

const correction = { id: 'c', question: 'Do you sell bread?', answer: 'No.', createdAt: '2026-11-28T00:00:00Z' }
const remove = () => screen.getByRole('button', { name: 'Delete the answer to “Do you sell bread?”' })
const edit = () => screen.getByRole('button', { name: 'Edit the answer to “Do you sell bread?”' })

test('keeping a correction leads back to the button that asked', async () => {
  await renderPart(<Corrections agent={draftOf()} corrections={[correction]} />)
  await userEvent.click(remove())
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }))
  expect(remove()).toHaveFocus()
  await userEvent.click(edit())
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(edit()).toHaveFocus()
})

test('deletes after a question', async () => {
  const removed: string[] = []
  network.use(
    onMutation('studio', 'removeCorrection', ({ id }) => {
      removed.push(id)
      return { error: null }
    }),
  )
  await renderPart(<Corrections agent={draftOf()} corrections={[correction]} />)
  await userEvent.click(remove())
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText(correction.question)).toBeNull())
  expect(removed).toEqual(['c'])
})
