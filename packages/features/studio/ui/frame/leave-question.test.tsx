import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPart } from '../../../testing.tsx'
import { LeaveQuestion } from './leave-question.tsx'

const open = async (isUnsaved: boolean) => {
  const { router } = await renderPart(
    <>
      <button type="button">Elsewhere</button>
      <LeaveQuestion isUnsaved={isUnsaved} />
    </>,
  )
  const elsewhere = screen.getByRole('button', { name: 'Elsewhere' })
  const leave = () => {
    elsewhere.focus()
    act(() => router.history.push('/elsewhere'))
    return screen.findByRole('dialog', { name: 'What you wrote is not saved. Leave the page?' })
  }
  return { history: router.history, elsewhere, leave }
}

test('unsaved text asks in the page before it is left, and stays by default', async () => {
  const { history, elsewhere, leave } = await open(true)
  await leave()
  expect(screen.getByRole('button', { name: 'Stay here' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(elsewhere).toHaveFocus()
  await leave()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(elsewhere).toHaveFocus()
  expect(history.location.pathname).toBe('/')
})

test('leaves the page on request', async () => {
  const { history, leave } = await open(true)
  await userEvent.click(within(await leave()).getByRole('button', { name: 'Leave the page' }))
  await waitFor(() => expect(history.location.pathname).toBe('/elsewhere'))
})

test('saved text asks nothing', async () => {
  const { history } = await open(false)
  act(() => history.push('/elsewhere'))
  await waitFor(() => expect(history.location.pathname).toBe('/elsewhere'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
