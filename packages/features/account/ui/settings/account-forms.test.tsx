import { network } from '@duo/platform/testing/component-setup.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emitSessionEvent } from '#session/ui/session-events.ts'
import { useSession } from '#session/ui/session-provider.tsx'
import { createSessionStore } from '#session/ui/session-store.ts'
import { ana, callFailure, noFactors, onMutation, onQuery, renderPart } from '#testing.tsx'
import type { Account, ChangeEmailResult, ChangePasswordResult } from '../../schema.ts'
import { AccountEmail } from './email.tsx'
import { AccountPassword } from './password.tsx'
import { AccountProfile } from './profile.tsx'

const account = (overrides: Partial<Account> = {}): Account => ({
  user: ana,
  hasPassword: true,
  providers: [],
  pendingEmail: null,
  pendingEmailRefused: false,
  secondFactors: noFactors,
  ...overrides,
})

const requests: unknown[] = []
beforeEach(() => {
  requests.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})
const typist = userEvent.setup()
const press = (name: string) => typist.click(screen.getByRole('button', { name }))
const retype = async (field: HTMLElement, text: string) => {
  await typist.clear(field)
  await typist.type(field, text)
}

const answersChange = (answer: ChangePasswordResult) =>
  network.use(
    onMutation('auth', 'changePassword', (input) => {
      requests.push(input)
      return answer
    }),
  )

describe('the name', () => {
  const saves = (fail = () => {}) =>
    network.use(
      onMutation('auth', 'updateProfile', (input) => {
        requests.push(input)
        fail()
        return { error: null, user: { ...ana, user_metadata: { full_name: input.name ?? '' } } }
      }),
    )

  test('is saved trimmed, announced, and updated on the whole page', async () => {
    saves()
    const auth = createSessionStore({ id: '1', email: ana.email, name: 'Ana', expiresAt: 4e9 })
    function Loaded() {
      return <AccountProfile user={{ ...ana, user_metadata: { full_name: useSession().viewer?.name ?? '' } }} />
    }
    await renderPart(<Loaded />, { auth })
    const name = screen.getByRole('textbox', { name: 'Full Name' })
    await retype(name, '  Ana Souza ')
    await typist.keyboard('{Enter}')
    expect(await screen.findByText('Saved.')).toBeVisible()
    expect(name).toHaveValue('Ana Souza')
    expect(requests).toEqual([{ name: 'Ana Souza' }])
    expect(auth.get()).toMatchObject({ event: 'user_updated', viewer: { name: 'Ana Souza' } })
    // changed in another tab
    act(() => emitSessionEvent(auth, 'user_updated', { id: '1', email: ana.email, name: 'Ana Lima', expiresAt: 4e9 }))
    expect(name).toHaveValue('Ana Lima')
    await typist.type(name, ' e')
    act(() => emitSessionEvent(auth, 'user_updated', { id: '1', email: ana.email, name: 'Ana', expiresAt: 4e9 }))
    expect(name).toHaveValue('Ana Lima e')
  })

  test('is required, with an error at the field, and nothing is sent', async () => {
    saves()
    await renderPart(<AccountProfile user={ana} />)
    const name = screen.getByRole('textbox', { name: 'Full Name' })
    await retype(name, '   ')
    await press('Save')
    expect(name).toHaveFocus()
    expect(name).toBeInvalid()
    expect(name).toHaveAccessibleDescription('Enter your full name.')
    await typist.type(name, 'A')
    expect(name).toBeValid()
    expect(requests).toEqual([])
  })

  test('stays in the field when it cannot be saved', async () => {
    saves(() => {
      throw callFailure('unavailable')
    })
    await renderPart(<AccountProfile user={ana} />)
    const name = screen.getByRole('textbox', { name: 'Full Name' })
    await retype(name, 'Ana Souza')
    await press('Save')
    expect(await screen.findByText(/a moment/)).toBeVisible()
    expect(name).toHaveValue('Ana Souza')
    expect(name).not.toHaveAttribute('readonly')
  })

  test('shows one outcome at a time: neither an edit nor an error leaves the last one beside it', async () => {
    let isDown = false
    saves(() => {
      if (isDown) throw callFailure('internal')
    })
    await renderPart(<AccountProfile user={ana} />)
    const name = screen.getByRole('textbox', { name: 'Full Name' })
    await retype(name, 'Ana Souza')
    await press('Save')
    expect(await screen.findByText('Saved.')).toBeVisible()
    await typist.type(name, ' e')
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument()
    await press('Save')
    expect(await screen.findByText('Saved.')).toBeVisible()
    act(() => fireEvent.change(name, { target: { value: 'a'.repeat(101) } }))
    await press('Save')
    expect(name).toHaveAccessibleDescription(/at most/)
    expect(screen.queryByText('Saved.')).not.toBeInTheDocument()
    isDown = true
    await retype(name, 'Ana Lima')
    await press('Save')
    expect(await screen.findByText(/did not work/)).toBeVisible()
    await retype(name, '   ')
    await press('Save')
    expect(name).toHaveAccessibleDescription('Enter your full name.')
    expect(screen.queryByText(/did not work/)).not.toBeInTheDocument()
  })
})

test('a language that cannot be saved changes neither the cookie nor the page', async () => {
  network.use(
    onMutation('auth', 'updateProfile', (input) => {
      requests.push(input)
      throw callFailure('internal')
    }),
  )
  await renderPart(<AccountProfile user={ana} />)
  await typist.click(screen.getByRole('radio', { name: 'Português' }))
  expect(await screen.findByText('That did not work. Try again in a moment.')).toBeVisible()
  expect(requests).toEqual([{ language: 'pt' }])
  expect(screen.getByRole('radio', { name: 'English' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Português' })).toHaveFocus()
  expect(document.cookie).not.toContain('lang=')
})

test.each([
  ['en', 'pt', 'Português', 'English', /^Your emails come in Portuguese,/],
  ['pt-BR', 'en', 'English', 'Português', /^Seus e-mails chegam em inglês,/],
] as const)(
  'on a page in %s for a user with mails in %s, the mail language is selected and either language can be chosen',
  async (page, language, kept, other, text) => {
    document.documentElement.lang = page
    network.use(
      onMutation('auth', 'updateProfile', (input) => {
        requests.push(input)
        throw callFailure('internal')
      }),
    )
    await renderPart(<AccountProfile user={{ ...ana, language }} />)
    expect(screen.getByRole('radio', { name: kept })).toBeChecked()
    expect(screen.getByText(text)).toBeVisible()
    await typist.click(screen.getByRole('radio', { name: other }))
    await waitFor(() => expect(requests).toEqual([{ language: page === 'en' ? 'en' : 'pt' }]))
    await typist.click(screen.getByRole('radio', { name: kept }))
    await waitFor(() => expect(requests.slice(1)).toEqual([{ language }]))
  },
)

describe('the e-mail', () => {
  const changes = (answer: ChangeEmailResult) =>
    network.use(
      onMutation('auth', 'changeEmail', (input) => {
        requests.push(input)
        return answer
      }),
    )
  const fields = () => ({
    email: screen.getByRole('textbox', { name: 'New email' }),
    current: screen.getByLabelText('Current password'),
  })

  test('requires the password, with an error at each missing field', async () => {
    await renderPart(<AccountEmail account={account()} />)
    const { email, current } = fields()
    await press('Change the email')
    expect(email).toHaveFocus()
    expect(email).toHaveAccessibleDescription('Enter your email.')
    expect(current).toHaveAccessibleDescription('Enter your password.')
    await typist.type(email, 'ana@')
    await press('Change the email')
    expect(email).toHaveAccessibleDescription('Invalid email.')
    await typist.type(email, 'new.example')
    await press('Change the email')
    expect(current).toHaveFocus()
    expect(email).toBeValid()
  })

  test('must be confirmed by mail, as the page explains, and the form is cleared', async () => {
    changes({ error: null })
    await renderPart(<AccountEmail account={account()} />)
    const { email, current } = fields()
    await typist.type(email, 'ana@new.example')
    await typist.type(current, 'three bees')
    await press('Change the email')
    expect(await screen.findByText(/If ana@new\.example can be used, a link is on its way/)).toBeVisible()
    expect(requests).toEqual([{ email: 'ana@new.example', password: 'three bees' }])
    expect(email).toHaveValue('')
    expect(current).toHaveValue('')
    await press('Change the email')
    expect(email).toHaveAccessibleDescription('Enter your email.')
    expect(screen.queryByText(/a link is on its way/)).not.toBeInTheDocument()
  })

  test.each([
    ['wrong_password', 'Current password', 'That is not your current password.'],
    ['same_email', 'New email', 'That is already your email.'],
  ] as const)('refused as %s shows the error at the field %s and focuses it', async (error, label, text) => {
    changes({ error })
    await renderPart(<AccountEmail account={account()} />)
    const { email, current } = fields()
    await typist.type(email, 'ana@new.example')
    await typist.type(current, 'three bees')
    await press('Change the email')
    const field = screen.getByLabelText(label)
    await waitFor(() => expect(field).toHaveAccessibleDescription(text))
    expect(field).toHaveFocus()
    expect(email).toHaveValue('ana@new.example')
  })

  test.each([
    ['en', 'The mail server refused our email to old@new.example. Check the address and enter it again, or use another one.'],
    [
      'pt-BR',
      'O servidor de e-mail recusou nosso e-mail para old@new.example. Confira o endereço e digite de novo, ou use outro.',
    ],
  ])('whose mail server refuses it (%s) is not said to have been mailed', async (lang, text) => {
    document.documentElement.lang = lang
    await renderPart(<AccountEmail account={account({ pendingEmail: 'old@new.example', pendingEmailRefused: true })} />)
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByText(/open the link we sent there|abra o link/)).toBeNull()
  })

  test('is looked up after the change, so that a refusal shows within seconds', async () => {
    changes({ error: null })
    let queries = 0
    network.use(
      onQuery('auth', 'account', () => {
        queries += 1
        return account({ pendingEmail: 'ana@new.example' })
      }),
    )
    await renderPart(<AccountEmail account={account()} />)
    const { email, current } = fields()
    await typist.type(email, 'ana@new.example')
    await typist.type(current, 'three bees')
    await press('Change the email')
    await waitFor(() => expect(queries).toBe(1), { timeout: 3_000 })
  })

  test('of a user without a password changes only after a recent sign-in', async () => {
    changes({ error: 'sign_in_again' })
    await renderPart(<AccountEmail account={account({ hasPassword: false, pendingEmail: 'old@new.example' })} />)
    expect(screen.getByText('old@new.example is not confirmed yet: open the link we sent there.')).toBeVisible()
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument()
    await typist.type(screen.getByRole('textbox', { name: 'New email' }), 'ana@new.example{Enter}')
    expect(await screen.findByText('To make sure it is you, please sign in again first.')).toBeVisible()
    expect(requests).toEqual([{ email: 'ana@new.example', password: null }])
  })
})

describe('the password', () => {
  async function open() {
    await renderPart(<AccountPassword account={account()} />)
    return { current: screen.getByLabelText('Current password'), next: screen.getByLabelText('New password') }
  }

  test('shows errors at their fields before anything is sent', async () => {
    const { current, next } = await open()
    await typist.type(next, 'bees')
    await press('Change the password')
    expect(current).toHaveFocus()
    expect(current).toHaveAccessibleDescription('Enter your password.')
    expect(next).toHaveAccessibleDescription(/at least 6 characters\.$/)
    await typist.type(current, 'three bees')
    expect(current).toBeValid()
    await press('Change the password')
    expect(next).toHaveFocus()
    expect(requests).toEqual([])
  })

  test('is not changed without the correct current one', async () => {
    answersChange({ error: 'wrong_password' })
    const { current, next } = await open()
    await typist.type(current, 'not it')
    await typist.type(next, 'four bees in a hive')
    await press('Change the password')
    await waitFor(() => expect(current).toHaveAccessibleDescription('That is not your current password.'))
    await waitFor(() => expect(current).toHaveFocus())
    expect(next).toHaveValue('four bees in a hive')
  })

  test.each([
    ['password_common', /lists that attackers try first/],
    ['password_same', /That is your current password/],
  ] as const)('that the server refuses is explained at the new one: %s', async (error, text) => {
    answersChange({ error })
    const { current, next } = await open()
    await typist.type(current, 'three bees')
    await typist.type(next, 'four bees in a hive')
    await press('Change the password')
    await waitFor(() => expect(next).toHaveAccessibleDescription(text))
    expect(current).toBeValid()
  })

  test('is changed, a message confirms it, and neither password stays on the page', async () => {
    answersChange({ error: null })
    const { current, next } = await open()
    await typist.type(current, 'three bees')
    await typist.type(next, 'four bees in a hive')
    await press('Change the password')
    expect(
      await screen.findByText('Password changed. All other devices are signed out, and earlier API keys no longer work.'),
    ).toBeVisible()
    expect(requests).toEqual([{ currentPassword: 'three bees', newPassword: 'four bees in a hive' }])
    expect(current).toHaveValue('')
    expect(next).toHaveValue('')
    await typist.type(next, 'f')
    expect(screen.queryByText(/Password changed/)).not.toBeInTheDocument()
  })

  test.each([
    ['sent', 'A link is on its way to ana@example.com.'],
    ['limited', /58 seconds/],
  ])('can be set by mail when the user has none, and the page shows the result (%s)', async (outcome, text) => {
    network.use(
      onMutation('auth', 'requestPasswordReset', (input) => {
        requests.push(input)
        if (outcome === 'limited') throw callFailure('too_many_requests', 58)
        return { error: null }
      }),
    )
    await renderPart(<AccountPassword account={account({ hasPassword: false })} />)
    await press('Send me the link')
    expect(await screen.findByText(text)).toBeVisible()
    expect(requests).toEqual([{ email: 'ana@example.com' }])
  })
})
