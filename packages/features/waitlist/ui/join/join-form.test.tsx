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
const alreadyJoined: JoinAnswer = {
  error: null,
  userExists: true,
  message: 'Check your inbox.',
  data: null,
  ticket: null,
  mailed: true,
}
const refused: JoinAnswer = {
  error: 'invalid_code',
  userExists: false,
  message: 'Invalid or expired invitation code.',
  data: null,
  ticket: null,
  mailed: false,
}

const field = () => screen.getByRole('textbox', { name: /^E-?mail$/ })
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

test('while sending, the button states so and cannot be pressed again', async () => {
  const pending = Promise.withResolvers<JoinAnswer>()
  let calls = 0
  network.use(
    onMutation('waitlist', 'join', () => {
      calls += 1
      return pending.promise
    }),
  )
  const user = await submit('ana@example.com')
  const sending = await screen.findByRole('button', { name: 'Sending...' })
  expect(sending).toHaveAttribute('aria-disabled', 'true')
  // a disabled button would lose the focus
  expect(sending).toBeEnabled()
  await user.click(sending)
  pending.resolve(joined)
  expect(await screen.findByRole('heading', { name: /51st/ })).toBeVisible()
  expect(calls).toBe(1)
})

test('an address rejected by the server leaves the button enabled, because a page without scripts cannot enable it', async () => {
  await renderPart(<JoinForm invitedByCode={null} posted={{ email: 'ana@example', code: null, answer: 'invalid' }} />)
  expect(field()).toHaveAccessibleDescription('Invalid email.')
  expect(button()).toBeEnabled()
})

test('an address corrected before hydration is no longer shown as invalid', async () => {
  function Corrected({ children }: { children: ReactNode }) {
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

test('the result of a posted form gets its button once there are questions to continue with', async () => {
  const go = vi.fn()
  const posted = { email: 'ana@example.com', code: null, answer: joined }
  await renderPart(<JoinForm invitedByCode={null} posted={posted} postedResult={<p>as posted</p>} onContinue={go} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Answer three questions' }))
  expect(go).toHaveBeenCalledOnce()
  expect(screen.queryByText('as posted')).toBeNull()
})

test('a clock set back during input changes nothing', async () => {
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

test('an invalid address shows an error before anything is sent, and the next letter clears it', async () => {
  const user = await submit('ana@example')
  expect(field()).toHaveAccessibleDescription('Invalid email.')
  expect(field()).toHaveFocus()
  expect(button()).toBeDisabled()
  await user.type(field(), '.com')
  expect(field()).toHaveAccessibleDescription('')
  expect(button()).toBeEnabled()
})

test('an existing address is asked to check its inbox', async () => {
  network.use(onMutation('waitlist', 'join', () => alreadyJoined))
  await submit('ana@example.com')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Email already registered' })).toHaveFocus())
  expect(screen.getByText(/Check your inbox\./)).toBeVisible()
})

test('a friend’s invitation is shown; an invalid code is reported, and joining without it is offered', async () => {
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
  await user.type(field(), '.')
  await user.type(field(), '{Enter}')
  await user.type(field(), '{Backspace}')
  expect(screen.queryByText('Invited by a friend')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Join without the invitation' }))
  expect(await screen.findByRole('heading', { name: /51st/ })).toBeVisible()
  expect(codes).toEqual(['OLD', null])
})

test('the honeypot is sent along, and is hidden from people', async () => {
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

test('input from before hydration started with the page load', async () => {
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

test('a parent that shows the result gets it, and the form stays unchanged', async () => {
  network.use(onMutation('waitlist', 'join', () => alreadyJoined))
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
  await vi.waitFor(() => expect(outcomes).toEqual([{ email: 'ana@example.com', answer: alreadyJoined }]))
  expect(field()).toHaveValue('ana@example.com')
  expect(screen.queryByRole('heading')).toBeNull()
})

test.each(['internal', 'too_many_requests', 'unavailable'] as const)(
  'a failure (%s) keeps the address and can be retried',
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

test('too many sign-ups from one network show how long to wait', async () => {
  network.use(
    onMutation('waitlist', 'join', () => {
      throw callFailure('too_many_requests', 600)
    }),
  )
  await submit('ana@example.com')
  expect(await screen.findByText(/Too many sign-ups from your network\. Try again in 10 minutes\./)).toBeVisible()
  expect(field()).toHaveValue('ana@example.com')
})

test('a Portuguese page has a Portuguese form', async () => {
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

test('without a mail server the result mentions no mail', async () => {
  network.use(onMutation('waitlist', 'join', () => ({ ...joined, mailed: false })))
  await submit('ana@example.com')
  await screen.findByRole('heading', { name: /51st/ })
  expect(screen.queryByText(/We sent an email to/)).toBeNull()
  expect(screen.getByText(/We will send your invitation link to/)).toBeVisible()
})
