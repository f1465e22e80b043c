import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NoScriptJoin } from '#shell/ui/pages/page-context.ts'
import { renderPart } from '#testing.tsx'
import { JoinForm } from './join-form.tsx'

const joined = {
  error: null,
  userExists: false as const,
  message: 'You are on the list.',
  data: { position: 1051, invitesLeft: 5, invites_count: 0, referral_code: 'ABC' },
  ticket: 'ticket',
  mailed: true,
}

const show = (answer?: NoScriptJoin['answer'], code: string | null = null) =>
  renderPart(
    <JoinForm
      formKey="key"
      invitedByCode={code}
      posted={answer === undefined ? null : { email: 'rita@example.com', code, answer }}
    />,
  )
const status = () => screen.getAllByRole('status')[0]
const field = () => screen.getByRole('textbox', { name: /^E-?mail$/ })

test('an address rejected by the server leaves the button enabled, because a page without scripts cannot enable it', async () => {
  await show('invalid')
  expect(field()).toHaveAccessibleDescription('Invalid email.')
  expect(field()).toHaveValue('rita@example.com')
  expect(screen.getByRole('button')).toBeEnabled()
})

test.each([
  ['joão@example.com', 'Invalid email. Did you mean joao@example.com?'],
  ['用户@例子.公司', 'Invalid email. Before the @ we can send only to the letters a to z, digits and signs such as . _ + -'],
])('a rejected address with letters that mail servers refuse explains it: %s', async (email, text) => {
  await renderPart(<JoinForm formKey="key" invitedByCode={null} posted={{ email, code: null, answer: 'invalid' }} />)
  expect(field()).toHaveAccessibleDescription(text)
})

test('a failure explains what happened, keeps the input, and can be retried', async () => {
  await show('failed')
  expect(screen.getByText(/There was an error registering\. Please try again\. Your email is still in the field\./)).toBeVisible()
  expect(field()).toHaveValue('rita@example.com')
  expect(screen.getByRole('button')).toBeEnabled()
})

test('after too many sign-ups from one network, the form shows how long to wait', async () => {
  await show({ error: 'failed', message: 'Too many sign-ups from your network, try again in 10 minutes.' })
  expect(field()).toHaveAccessibleDescription(/try again in 10 minutes/)
})

test('a friend’s invitation is shown; an invalid code is reported beside a field to correct it, and joining without it is offered', async () => {
  const { unmount } = await show(undefined, 'OLD')
  expect(screen.getByText('Invited by a friend')).toBeVisible()
  unmount()
  await show(
    { error: 'invalid_code', userExists: false, message: 'Expired on Friday.', data: null, ticket: null, mailed: false },
    'OLD',
  )
  const code = screen.getByRole('textbox', { name: 'Invitation code' })
  expect(code).toHaveAccessibleDescription('Expired on Friday.')
  expect(code).toHaveValue('OLD')
  expect(document.querySelectorAll('[name=invitedByCode]')).toHaveLength(1)
  expect(screen.getByText('Invited by a friend')).not.toBeVisible()
  expect(screen.getByRole('button', { name: 'Join without the invitation' })).toHaveAttribute('name', 'without')
})

test('the honeypot is hidden from people', async () => {
  await show()
  const names = screen.getAllByRole('textbox').map((field) => field.getAttribute('name'))
  expect(names).toEqual(['email', 'invitedByCode'])
  expect(document.querySelector('input[name=website]')).toHaveAttribute('tabindex', '-1')
})

test('a new member sees the position in one sentence', async () => {
  await show(joined)
  expect(status()).toHaveTextContent('You are in. You are 1,051st on the list')
  expect(screen.getByRole('textbox', { name: 'Your invitation link' })).toHaveValue('http://localhost:3000/?ref=ABC')
  expect(screen.queryByRole('textbox', { name: /^E-?mail$/ })).toBeNull()
})

test('a member who is already on the list sees a hint to check the inbox', async () => {
  await show({ ...joined, userExists: true, message: 'Check your inbox.', data: null, ticket: null })
  expect(status()).toHaveTextContent('Email already registeredCheck your inbox.')
})

test('without a mail server the result mentions no mail', async () => {
  await show({ ...joined, mailed: false })
  expect(screen.queryByText(/We sent an email to/)).toBeNull()
  expect(screen.getByText(/We will send your invitation link to/)).toBeVisible()
})

test('a Portuguese page has a Portuguese form', async () => {
  document.documentElement.lang = 'pt-BR'
  const { unmount } = await show('invalid')
  expect(field()).toHaveAccessibleDescription('E-mail inválido.')
  unmount()
  await show(joined)
  expect(screen.getByRole('heading', { name: 'Você entrou. Você está em 1.051º lugar na lista' })).toBeVisible()
})

test('after a join with a mistyped host, the result names the address that was probably meant', async () => {
  await renderPart(
    <JoinForm formKey="key" invitedByCode={null} posted={{ email: 'ana@gmail.con', code: null, answer: joined }} />,
  )
  expect(document.body).toHaveTextContent('Did you mean ana@gmail.com? Join again with that address')
})
