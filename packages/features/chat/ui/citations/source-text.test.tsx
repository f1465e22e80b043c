import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Source } from '../../schema.ts'
import { Citation, CitedSources } from './citation.tsx'

const note = 'I was born in Warsaw. My sister paid for my studies. I left in 1891.'
const source: Source = {
  title: 'How I came to Paris',
  source: 'Letters, 1892',
  text: note,
  passage: 'My sister paid for my studies.',
}

const show = (sources: readonly Source[]) =>
  render(
    <main>
      <CitedSources value={sources}>
        <Citation number={1} />
      </CitedSources>
    </main>,
  )
const number = () => screen.getByRole('button', { name: 'Source 1' })

test('the number of a source opens its note, with the work and with the passage that was used marked', async () => {
  show([source])
  await userEvent.click(number())
  const dialog = await screen.findByRole('dialog', { name: 'How I came to Paris' })
  expect(dialog).toHaveAccessibleDescription('Letters, 1892')
  expect(dialog).toHaveTextContent('I was born in Warsaw.')
  expect(dialog.querySelector('mark')).toHaveTextContent('My sister paid for my studies.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(number()).toHaveFocus())
})

test('a source of an older reply, without its text, says title and work', async () => {
  show([{ title: 'Radium', source: 'Thesis, 1903' }])
  await userEvent.click(number())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(await screen.findAllByText('Thesis, 1903')).not.toHaveLength(0)
})
