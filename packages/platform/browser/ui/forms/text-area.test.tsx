import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextArea } from './text-area.tsx'

test('is named, and described by hint and count', () => {
  render(<TextArea label="Your idea" hint="In your own words." count="0 / 10" />)
  const area = screen.getByRole('textbox', { name: 'Your idea' })
  expect(area).toHaveAccessibleDescription('In your own words. 0 / 10')
  expect(area).toBeValid()
})

test('an error marks it and is said where screen readers notice', () => {
  render(<TextArea label="Your idea" count="11 / 10" error="Too long." />)
  expect(screen.getByRole('textbox')).toBeInvalid()
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('11 / 10 Too long.')
  expect(screen.getByText('Too long.')).toHaveAttribute('aria-live', 'polite')
})
