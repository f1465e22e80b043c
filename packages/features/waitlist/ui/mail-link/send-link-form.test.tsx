import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { callFailure, onMutation, renderPart } from '#testing.tsx'
import type { LinkResult } from '../../schema.ts'
import { SendLinkForm } from './send-link-form.tsx'

afterEach(() => vi.restoreAllMocks())

const field = () => screen.getByRole('textbox', { name: 'Email' })
const button = () => screen.getByRole('button')

async function submit(email: string) {
  const user = userEvent.setup()
  await renderPart(<SendLinkForm />)
  await user.type(field(), `${email}{Enter}`)
  return user
}

test('requests the link for a normalized address, and never reveals whether it is on the list', async () => {
  const requests: string[] = []
  network.use(
    onMutation('waitlist', 'sendStatusLink', ({ email }) => {
      requests.push(email)
      return { error: null, message: 'whatever', mailed: true }
    }),
  )
  await submit(' Ana@Example.com')
  const result = await screen.findByText(/^If ana@example\.com is on the list, its personal link is on the way\./)
  await waitFor(() => expect(result).toHaveFocus())
  expect(requests).toEqual(['ana@example.com'])
})

test('without a mail server the result mentions no mail', async () => {
  network.use(onMutation('waitlist', 'sendStatusLink', (_input) => ({ error: null, message: '', mailed: false })))
  await submit('ana@example.com')
  expect(await screen.findByText(/as soon as our mail service is running/)).toBeVisible()
  expect(screen.queryByText(/on the way/)).not.toBeInTheDocument()
})

test('an invalid address shows an error before anything is sent, and the next letter clears it', async () => {
  const user = await submit('ana@example')
  expect(field()).toHaveAccessibleDescription('Invalid email.')
  expect(field()).toHaveFocus()
  expect(button()).toBeDisabled()
  await user.type(field(), '.com')
  expect(field()).toHaveAccessibleDescription('')
  expect(button()).toBeEnabled()
})

test('the button shows that the request is being sent', async () => {
  const pending = Promise.withResolvers<LinkResult>()
  network.use(onMutation('waitlist', 'sendStatusLink', () => pending.promise))
  await submit('ana@example.com')
  expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled()
  pending.resolve({ error: null, message: '', mailed: true })
  expect(await screen.findByText(/is on the way/)).toBeVisible()
})

test('a failure keeps the address and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let calls = 0
  network.use(
    onMutation('waitlist', 'sendStatusLink', (_input) => {
      calls += 1
      if (calls === 1) throw callFailure('too_many_requests')
      return { error: null, message: '', mailed: true }
    }),
  )
  const user = await submit('ana@example.com')
  expect(await screen.findByText('We could not send the email. Please try again in a minute.')).toBeVisible()
  expect(field()).toHaveValue('ana@example.com')
  expect(field()).toHaveFocus()
  await user.click(button())
  expect(await screen.findByText(/is on the way/)).toBeVisible()
})
