import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useLayoutEffect } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callFailure, onMutation, renderPart } from '../../../testing.tsx'
import type { JoinAnswer, JoinInput } from '../../schema.ts'
import { JoinForm } from './join-form.tsx'

const joined: JoinAnswer = {
  error: null,
  userExists: false,
  message: 'You are on the list.',
  data: { position: 51, invitesLeft: 5, invites_count: 0, referral_code: 'ABC' },
  ticket: 'ticket',
  mailed: true,
}
const known: JoinAnswer = { error: null, userExists: true, message: 'Check your inbox.', data: null, ticket: null, mailed: true }
const refused: JoinAnswer = {
  error: 'invalid_code',
  userExists: false,
  message: 'Invalid or expired invitation code.',
  data: null,
  ticket: null,
  mailed: false,
}

const field = () => screen.getByRole('textbox', { name: 'E-mail' })
const button = () => screen.getByRole('button')

async function submit(email: string, invitedByCode: string | null = null) {
  const user = userEvent.setup()
  await renderPart(<JoinForm invitedByCode={invitedByCode} />)
  await user.type(field(), email)
  await user.click(button())
  return user
}

test('a new member sees the position and the focus moves to it', async () => {
  const inputs: JoinInput[] = []
  network.use(
    onMutation('waitlist', 'join', (input) => {
      inputs.push(input)
      return joined
    }),
  )
  await submit('ana@example.com', 'FRIEND')
  const heading = await screen.findByRole('heading', { name: /51st/ })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(inputs).toEqual([
    { email: 'ana@example.com', language: 'en', invitedByCode: 'FRIEND', trap: '', filledIn: expect.any(Number) },
  ])
})

test('while it sends, the button says so and cannot be pressed again', async () => {
  const held = Promise.withResolvers<JoinAnswer>()
  let calls = 0
  network.use(
    onMutation('waitlist', 'join', () => {
      calls += 1
      return held.promise
    }),
  )
  const user = await submit('ana@example.com')
  const sending = await screen.findByRole('button', { name: 'Sending...' })
  expect(sending).toHaveAttribute('aria-disabled', 'true')
  // one that is disabled would lose the focus, and an answer elsewhere would leave it nowhere
  expect(sending).toBeEnabled()
  await user.click(sending)
  held.resolve(joined)
  expect(await screen.findByRole('heading', { name: /51st/ })).toBeVisible()
  expect(calls).toBe(1)
})

test('an address that the server refused leaves the button, for a page without scripts cannot enable it', async () => {
  await renderPart(<JoinForm invitedByCode={null} posted={{ email: 'ana@example', code: null, answer: 'invalid' }} />)
  expect(field()).toHaveAccessibleDescription('Invalid email.')
  expect(button()).toBeEnabled()
})

test('an address that was corrected before the scripts came is no longer called invalid', async () => {
  function Corrected({ children }: { children: ReactNode }) {
    // before the form's own effects
    useLayoutEffect(() => {
      const input = document.querySelector<HTMLInputElement>('input[name=email]')
      if (input) input.value = 'ana@example.com'
    }, [])
    return children
  }
  const posted = { email: 'ana@example', code: null, answer: 'invalid' as const }
  await renderPart(
    <Corrected>
      <JoinForm invitedByCode={null} posted={posted} />
    </Corrected>,
  )
  expect(field()).toHaveValue('ana@example.com')
  expect(field()).toHaveAccessibleDescription('')
})

test('the result of a form that was posted gets its button once there are questions to go on with', async () => {
  const go = vi.fn()
  const posted = { email: 'ana@example.com', code: null, answer: joined }
  await renderPart(<JoinForm invitedByCode={null} posted={posted} postedResult={<p>as posted</p>} onContinue={go} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Answer three questions' }))
  expect(go).toHaveBeenCalledOnce()
  expect(screen.queryByText('as posted')).toBeNull()
})

test('a clock that is put back while somebody writes changes nothing', async () => {
  const sent: (number | undefined)[] = []
  network.use(
    onMutation('waitlist', 'join', ({ filledIn }) => {
      sent.push(filledIn)
      return joined
    }),
  )
  const user = userEvent.setup()
  await renderPart(<JoinForm invitedByCode={null} />)
  vi.setSystemTime(Date.now() - 3_600_000)
  onTestFinished(() => void vi.useRealTimers())
  await user.type(field(), 'ana@example.com{Enter}')
  await screen.findByRole('heading', { name: /51st/ })
  expect(sent[0]).toBeGreaterThanOrEqual(0)
})

test('an address that is none is said so before anything is sent, and the next letter clears it', async () => {
  const user = await submit('ana@example')
  expect(field()).toHaveAccessibleDescription('Invalid email.')
  expect(field()).toHaveFocus()
  expect(button()).toBeDisabled()
  await user.type(field(), '.com')
  expect(field()).toHaveAccessibleDescription('')
  expect(button()).toBeEnabled()
})

test('an address that is already there is told to look at its inbox', async () => {
  network.use(onMutation('waitlist', 'join', () => known))
  await submit('ana@example.com')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Email already registered' })).toHaveFocus())
  expect(screen.getByText(/Check your inbox\./)).toBeVisible()
})

test('a friend’s invitation is named; a code that does not work is too, and joining without it is offered', async () => {
  const codes: (string | null)[] = []
  network.use(
    onMutation('waitlist', 'join', ({ invitedByCode }) => {
      codes.push(invitedByCode)
      return invitedByCode ? refused : joined
    }),
  )
  const user = userEvent.setup()
  await renderPart(<JoinForm invitedByCode="OLD" />)
  expect(screen.getByText('Invited by a friend')).toBeVisible()
  await user.type(field(), 'ana@example.com{Enter}')
  expect(await screen.findByText('Invalid or expired invitation code.')).toBeVisible()
  // whatever is written next, the code stays refused
  await user.type(field(), '.')
  await user.type(field(), '{Enter}')
  await user.type(field(), '{Backspace}')
  expect(screen.queryByText('Invited by a friend')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Join without the invitation' }))
  expect(await screen.findByRole('heading', { name: /51st/ })).toBeVisible()
  expect(codes).toEqual(['OLD', null])
})

test('the field that only scripts fill in is sent along, and is nobody else’s to find', async () => {
  const traps: (string | undefined)[] = []
  network.use(
    onMutation('waitlist', 'join', ({ trap }) => {
      traps.push(trap)
      return joined
    }),
  )
  const user = userEvent.setup()
  await renderPart(<JoinForm invitedByCode={null} />)
  expect(screen.getAllByRole('textbox')).toHaveLength(1)
  const hidden = document.querySelector<HTMLInputElement>('input[name=website]')
  expect(hidden).toHaveAttribute('tabindex', '-1')
  if (hidden) hidden.value = 'https://spam.example'
  await user.type(field(), 'ana@example.com{Enter}')
  await screen.findByRole('heading', { name: /51st/ })
  expect(traps).toEqual(['https://spam.example'])
})

test('what was typed before the scripts came was begun when the page came', async () => {
  const sent: (number | undefined)[] = []
  network.use(
    onMutation('waitlist', 'join', ({ filledIn }) => {
      sent.push(filledIn)
      return joined
    }),
  )
  const sinceThePage = Date.now() - performance.timeOrigin
  await renderPart(<JoinForm invitedByCode={null} posted={{ email: 'ana@example.com', code: null, answer: 'failed' }} />)
  await userEvent.click(button())
  await screen.findByRole('heading', { name: /51st/ })
  expect(sent[0]).toBeGreaterThanOrEqual(sinceThePage)
})

test('who shows the answer elsewhere gets it, and the form stays as it was', async () => {
  network.use(onMutation('waitlist', 'join', () => known))
  const outcomes: unknown[] = []
  const user = userEvent.setup()
  const part = (
    <JoinForm
      invitedByCode={null}
      onOutcome={(outcome) => {
        outcomes.push(outcome)
        return true
      }}
    />
  )
  await renderPart(part)
  await user.type(field(), 'ana@example.com{Enter}')
  await vi.waitFor(() => expect(outcomes).toEqual([{ email: 'ana@example.com', answer: known }]))
  expect(field()).toHaveValue('ana@example.com')
  expect(screen.queryByRole('heading')).toBeNull()
})

test.each(['internal', 'too_many_requests', 'unavailable'] as const)(
  'a failure (%s) keeps the address and can be tried again',
  async (code) => {
    let calls = 0
    network.use(
      onMutation('waitlist', 'join', () => {
        calls += 1
        if (calls === 1) throw callFailure(code)
        return joined
      }),
    )
    const user = await submit('ana@example.com')
    expect(await screen.findByText(/There was an error registering\. Please try again\./)).toBeVisible()
    expect(field()).toHaveValue('ana@example.com')
    await user.click(button())
    expect(await screen.findByRole('heading', { name: /51st/ })).toBeVisible()
  },
)

test('too many sign-ups from one network are told how long to wait', async () => {
  network.use(
    onMutation('waitlist', 'join', () => {
      throw callFailure('too_many_requests', 600)
    }),
  )
  await submit('ana@example.com')
  expect(await screen.findByText(/Too many sign-ups from your network, try again in 10 minutes\./)).toBeVisible()
  expect(field()).toHaveValue('ana@example.com')
})

test('speaks Portuguese on a Portuguese page', async () => {
  document.documentElement.lang = 'pt-BR'
  network.use(
    onMutation('waitlist', 'join', (input) => {
      expect(input.language).toBe('pt')
      return joined
    }),
  )
  const user = await submit('ana@exemplo')
  expect(field()).toHaveAccessibleDescription('E-mail inválido.')
  await user.type(field(), '.com.br')
  await user.click(button())
  expect(await screen.findByRole('heading', { name: /51º/ })).toBeVisible()
})

test('where no mail goes out, the result does not say that one did', async () => {
  network.use(onMutation('waitlist', 'join', () => ({ ...joined, mailed: false })))
  await submit('ana@example.com')
  await screen.findByRole('heading', { name: /51st/ })
  expect(screen.queryByText(/We wrote to/)).toBeNull()
  expect(screen.getByText(/will follow by mail/)).toBeVisible()
})
