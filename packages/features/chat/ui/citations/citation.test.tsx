import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Citation, CitedSources } from './citation.tsx'

const line = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('./citation-details.tsx', async (load) => {
  await line.promise
  return load()
})

test('a press opens the note as soon as a slow line has brought the dialog, and Escape returns to the number', async () => {
  const sources = [{ title: 'Radium', source: 'Thesis, 1903', text: 'It glows.' }]
  render(
    <main>
      <CitedSources value={sources}>
        <Citation number={1} />
      </CitedSources>
    </main>,
  )
  const number = screen.getByRole('button', { name: 'Source 1' })
  await userEvent.click(number)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('tooltip')).toBeNull()
  line.resolve()
  expect(await screen.findByRole('dialog', { name: 'Radium' })).toHaveTextContent('It glows.')
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(number).toHaveFocus())
})
