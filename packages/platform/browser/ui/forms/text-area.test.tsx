import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextArea } from './text-area.tsx'

test('has a name, and a description from hint and count', () => {
  render(<TextArea label="Your idea" hint="In your own words." count="0 / 10" />)
  const area = screen.getByRole('textbox', { name: 'Your idea' })
  expect(area).toHaveAccessibleDescription('In your own words. 0 / 10')
  expect(area).toBeValid()
})

test('announces an error and marks the field as invalid', () => {
  render(<TextArea label="Your idea" count="11 / 10" error="Too long." />)
  expect(screen.getByRole('textbox')).toBeInvalid()
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('11 / 10 Too long.')
  expect(screen.getByText('Too long.')).toHaveAttribute('aria-live', 'polite')
})
