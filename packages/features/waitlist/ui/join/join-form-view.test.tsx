import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { JoinFormView, type JoinFormViewProps } from './join-form-view.tsx'
import { JoinResult } from './join-result.tsx'

beforeEach(() => {
  // jsdom has no media queries; a still page is also what a person with reduced motion sees
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

test('an e-mail can be typed and sent with Enter', async () => {
  const onEmail = vi.fn()
  const onSubmit = vi.fn()
  render(view({ email: '', onEmail, onSubmit }))
  const input = screen.getByPlaceholderText('Your best email')
  await userEvent.type(input, 'r{Enter}')
  expect(onEmail).toHaveBeenCalledWith('r')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('while sending the button says so and cannot be pressed', () => {
  render(view({ state: 'sending' }))
  expect(screen.getByRole('button', { name: 'Sending...' })).toHaveAttribute('aria-disabled', 'true')
})

test('an invalid e-mail is named, and neither button nor Enter sends it', async () => {
  const onSubmit = vi.fn()
  render(view({ state: 'invalid', onSubmit }))
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Invalid email.')
  expect(screen.getByRole('button')).toBeDisabled()
  await userEvent.type(screen.getByRole('textbox'), '{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a failure says what happened, what was kept, and can be tried again', () => {
  render(view({ state: 'failed' }))
  expect(screen.getByText(/There was an error registering\. Please try again\./)).toBeVisible()
  expect(screen.getByRole('textbox')).toHaveValue('rita@example.com')
  expect(screen.getByRole('button')).toBeEnabled()
})

test('what the server says about a code comes before our own words', () => {
  render(view({ state: 'invalid_code', message: 'Expired on Friday.' }))
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('Expired on Friday.')
})

test('someone who is on the list already is told where to look', () => {
  render(view({ state: 'exists' }))
  expect(screen.getByRole('status')).toHaveTextContent('Email already registeredCheck your inbox.')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('a new member hears the place in one sentence, in a region that was there before', () => {
  const { rerender } = render(view({}))
  const region = screen.getByRole('status')
  expect(region).toBeEmptyDOMElement()
  rerender(view({ state: 'joined', position: 1051 }))
  expect(region).toHaveTextContent('You are 1,051st on the list')
  expect(screen.getByRole('heading', { name: 'You are 1,051st on the list' })).toBeVisible()
})

test('all of it in Portuguese', () => {
  document.documentElement.lang = 'pt-BR'
  const { rerender } = render(view({ state: 'invalid' }))
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('E-mail inválido.')
  rerender(view({ state: 'joined', position: 51 }))
  expect(screen.getByRole('heading', { name: 'Você está em 51º lugar na lista' })).toBeVisible()
})
