import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from './field.tsx'

test('label and hint belong to the input', () => {
  render(<Field label="E-mail" hint="We write to it once." name="email" />)
  const input = screen.getByLabelText('E-mail')
  expect(input).toHaveAccessibleDescription('We write to it once.')
  expect(input).not.toHaveAttribute('aria-invalid')
})

test('an error is announced where the page already listens, and describes the input', () => {
  const { rerender, container } = render(<Field label="E-mail" hint="Hint." name="email" />)
  const line = container.querySelector('[aria-live]')
  expect(line).toBeEmptyDOMElement()
  rerender(<Field label="E-mail" hint="Hint." name="email" error="Invalid email." />)
  expect(line).toHaveTextContent('Invalid email.')
  expect(screen.getByLabelText('E-mail')).toBeInvalid()
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Hint. Invalid email.')
})
