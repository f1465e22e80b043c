import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button, ButtonLink } from './button.tsx'

test('does not submit the enclosing form by default', async () => {
  const onSubmit = vi.fn((event: Event) => event.preventDefault())
  render(
    <form ref={(form) => form?.addEventListener('submit', onSubmit)}>
      <Button>Look</Button>
      <Button type="submit">Send</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Look' }))
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('announces that it is busy and keeps its name', () => {
  render(<Button busy>Sending...</Button>)
  expect(screen.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-busy', 'true')
})

test('a link styled as a button stays a link', () => {
  render(<ButtonLink href="/pricing">Plans</ButtonLink>)
  expect(screen.getByRole('link', { name: 'Plans' })).toHaveAttribute('href', '/pricing')
})
