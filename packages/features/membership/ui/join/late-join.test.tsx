import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPart } from '#testing.tsx'
import { JoinForm } from '#waitlist/ui/join/join-form.tsx'
import { startJoin } from './join-script.ts'

// its request is never answered
vi.mock('./join.ts', () => new Promise(() => {}))

const stop = new AbortController()
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  stop.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a join whose script does not arrive fails after 10 s and keeps the address; the next press posts the form', async () => {
  vi.useRealTimers()
  await renderPart(<JoinForm formKey="2f0f6f2e-9f0c-4c42-9d76-000000000001" invitedByCode={null} posted={null} />)
  vi.useFakeTimers()
  startJoin(stop.signal)
  const posted: FormData[] = []
  window.addEventListener(
    'submit',
    (event) => {
      if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
      event.preventDefault()
      posted.push(new FormData(event.target, event.submitter))
    },
    { signal: stop.signal },
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /^E-?mail$/ })
  fireEvent.change(field, { target: { value: 'ana@example.com' } })
  screen.getByRole('button', { name: 'Join the waitlist' }).click()
  await vi.advanceTimersByTimeAsync(9_900)
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(200)
  expect(field).toHaveAccessibleDescription(
    /There was an error registering\. Please try again\. Your email is still in the field\./,
  )
  expect(field).toHaveValue('ana@example.com')
  expect(field).not.toHaveAttribute('readonly')
  expect(posted).toEqual([])
  screen.getByRole('button', { name: 'Join the waitlist' }).click()
  await vi.advanceTimersByTimeAsync(10)
  expect(posted.map((form) => form.get('email'))).toEqual(['ana@example.com'])
})
