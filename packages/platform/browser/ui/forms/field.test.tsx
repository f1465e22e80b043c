import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from './field.tsx'

test('associates label and hint with the input', () => {
  render(<Field label="E-mail" hint="We write to it once." name="email" />)
  const input = screen.getByLabelText('E-mail')
  expect(input).toHaveAccessibleDescription('We write to it once.')
  expect(input).not.toHaveAttribute('aria-invalid')
})

test('announces an error in the existing live region and describes the input with it', () => {
  const { rerender, container } = render(<Field label="E-mail" hint="Hint." name="email" />)
  const line = container.querySelector('[aria-live]')
  expect(line).toBeEmptyDOMElement()
  rerender(<Field label="E-mail" hint="Hint." name="email" error="Invalid email." />)
  expect(line).toHaveTextContent('Invalid email.')
  expect(screen.getByLabelText('E-mail')).toBeInvalid()
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Hint. Invalid email.')
})
