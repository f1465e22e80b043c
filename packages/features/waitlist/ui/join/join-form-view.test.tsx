import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { JoinFormView, type JoinFormViewProps } from './join-form-view.tsx'
import { JoinResult } from './join-result.tsx'

beforeEach(() => {
  // jsdom has no media queries; this is the page with reduced motion
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  return () => vi.unstubAllGlobals()
})

const view = (props: Partial<JoinFormViewProps>) => (
  <JoinFormView
    action="/"
    invitedByCode={null}
    state="idle"
    Result={JoinResult}
    email="rita@example.com"
    onEmail={() => {}}
    onSubmit={() => {}}
    {...props}
  />
)

test('an e-mail can be typed and submitted with Enter', async () => {
  const onEmail = vi.fn()
  const onSubmit = vi.fn()
  render(view({ email: '', onEmail, onSubmit }))
  const input = screen.getByPlaceholderText('Your best email')
  await userEvent.type(input, 'r{Enter}')
  expect(onEmail).toHaveBeenCalledWith('r')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('while sending, the button states so and cannot be pressed', () => {
  render(view({ state: 'sending' }))
  expect(screen.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
})

test('an invalid e-mail shows an error, and neither button nor Enter submits it', async () => {
  const onSubmit = vi.fn()
  render(view({ state: 'invalid', onSubmit }))
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Invalid email.')
  expect(screen.getByRole('button')).toBeDisabled()
  await userEvent.type(screen.getByRole('textbox'), '{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a failure explains what happened, keeps the input, and can be retried', () => {
  render(view({ state: 'failed' }))
  expect(screen.getByText(/There was an error registering\. Please try again\./)).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue('rita@example.com')
  expect(screen.getByRole('button')).toBeEnabled()
})

test('the server’s message about a code replaces our own', () => {
  render(view({ state: 'invalid_code', message: 'Expired on Friday.' }))
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Expired on Friday.')
})

test('a member who is already on the list sees a hint to check the inbox', () => {
  render(view({ state: 'exists' }))
  expect(screen.getByRole('status')).toHaveTextContent('Email already registeredCheck your inbox.')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('a new member’s position is one sentence in a live region that existed before', () => {
  const { rerender } = render(view({}))
  const region = screen.getByRole('status')
  expect(region).toBeEmptyDOMElement()
  rerender(view({ state: 'joined', position: 1051 }))
  expect(region).toHaveTextContent('You are 1,051st on the list')
  expect(screen.getByRole('heading', { name: 'You are 1,051st on the list' })).toBeVisible()
})

test('the whole form is translated to Portuguese', () => {
  document.documentElement.lang = 'pt-BR'
  const { rerender } = render(view({ state: 'invalid' }))
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('E-mail inválido.')
  rerender(view({ state: 'joined', position: 51 }))
  expect(screen.getByRole('heading', { name: 'Você está em 51º lugar na lista' })).toBeVisible()
})
