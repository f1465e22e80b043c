import { network } from '@duo/platform/testing/component-setup.ts'
import { startAuthentication } from '@simplewebauthn/browser'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Account } from '#account/schema.ts'
import { ApiKeys } from '#account/ui/api-keys/api-keys.tsx'
import { DeleteAccount } from '#account/ui/settings/delete-account.tsx'
import { AccountPassword } from '#account/ui/settings/password.tsx'
import { ana, callFailure, noFactors, onMutation, renderPart } from '#testing.tsx'
import type { FactorOptions, PassFactorResult } from '../../schema.ts'
import { FactorPrompt } from './factor-prompt.tsx'

vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: vi.fn() }))

const account: Account = {
  user: ana,
  hasPassword: true,
  providers: [],
  pendingEmail: null,
  pendingEmailRefused: false,
  secondFactors: { ...noFactors, codesSince: '2026-10-05T12:00:00Z', recoveryCodesLeft: 10 },
}
const token = `duo_${'0123456789ab'.repeat(4)}`
const key = {
  id: '0e5a1f1e-0000-4000-8000-000000000001',
  name: 'Script',
  scopes: ['chat:read' as const],
  hint: '89ab',
  createdAt: '2026-11-01T12:00:00Z',
  expiresAt: '2099-11-01T12:00:00Z',
  lastUsedAt: null,
}

const typist = userEvent.setup()
const passed: unknown[] = []
const created: unknown[] = []

/** A server that refuses the change until a factor is passed; only `123456`, `aaaa` and any passkey are right. */
function guardedServer(options: FactorOptions = { methods: ['code', 'recovery_code'], passkey: null }) {
  network.use(
    onMutation('auth', 'factorOptions', () => options),
    onMutation('auth', 'passFactor', (factor): PassFactorResult => {
      if (factor.by === 'code' && factor.code === '777777') return { error: 'clock_off', clockOff: -7_200 }
      if (factor.by !== 'passkey' && !['123456', 'aaaa'].includes(factor.code)) return { error: 'refused' }
      passed.push(factor)
      return { error: null, recoveryCodesLeft: 9 }
    }),
    onMutation('auth', 'createApiKey', (input) => {
      if (passed.length === 0) throw callFailure('fresh_factor_needed')
      created.push(input)
      return { error: null, token, key }
    }),
    onMutation('auth', 'erase', () => {
      if (passed.length === 0) throw callFailure('fresh_factor_needed')
      return { error: null }
    }),
    onMutation('auth', 'changePassword', () => {
      if (passed.length === 0) throw callFailure('fresh_factor_needed')
      return { error: null }
    }),
    http.post('*/api/auth/sign-out', () => HttpResponse.json({ success: true })),
  )
}

beforeEach(() => {
  passed.length = 0
  created.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.mocked(startAuthentication)
    .mockReset()
    .mockResolvedValue({ id: 'credential' } as never)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function submitKey() {
  await renderPart(
    <FactorPrompt>
      <ApiKeys keys={[]} account={account} />
    </FactorPrompt>,
  )
  await typist.click(screen.getByRole('button', { name: 'New API key' }))
  await typist.type(screen.getByLabelText('Name of the key'), 'Script')
  await typist.click(screen.getByRole('checkbox', { name: /Read your conversations/ }))
  await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
  return screen.findByRole('dialog', { name: 'Confirm that it is you' })
}

describe('a change that needs a fresh factor', () => {
  test('asks for a code in a dialog, and then happens with what was typed before', async () => {
    guardedServer()
    const dialog = await submitKey()
    expect(dialog).toHaveAccessibleDescription(/Nothing you typed is lost/)
    const field = within(dialog).getByRole('textbox')
    await waitFor(() => expect(field).toHaveFocus())
    await typist.type(field, '123 456{Enter}')
    expect(await screen.findByText(token)).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(passed).toEqual([{ by: 'code', code: '123456' }])
    expect(created).toEqual([{ name: 'Script', scopes: ['chat:read'], days: 90, password: 'three bees' }])
  })

  test('shows a wrong code at the field, and accepts a recovery code instead', async () => {
    guardedServer()
    const dialog = await submitKey()
    await typist.type(within(dialog).getByRole('textbox'), '000000{Enter}')
    await waitFor(() => expect(within(dialog).getByRole('textbox')).toBeInvalid())
    await typist.keyboard('777777{Enter}')
    const description = /2 hours old\. .* clock is slow/
    await waitFor(() => expect(within(dialog).getByRole('textbox')).toHaveAccessibleDescription(description))
    expect(created).toEqual([])
    await typist.click(within(dialog).getByRole('button', { name: 'Use a recovery code' }))
    const field = within(dialog).getByRole('textbox', { name: 'Recovery code' })
    expect(field).toHaveFocus()
    await typist.type(field, 'aaaa')
    await typist.click(within(dialog).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(token)).toBeVisible()
    expect(passed).toEqual([{ by: 'recovery_code', code: 'aaaa' }])
  })

  test('does not happen when the dialog is closed by the keyboard; the form keeps its input and the focus', async () => {
    guardedServer()
    await submitKey()
    await typist.keyboard('{Escape}')
    expect(await screen.findByText(/Nothing was changed. This needs your second step/)).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    const name = screen.getByLabelText('Name of the key')
    expect(name).toHaveValue('Script')
    expect(screen.getByLabelText('Current password')).toHaveValue('three bees')
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus())
    expect(created).toEqual([])
  })

  test('takes a passkey, asks for a new challenge after a cancelled one, and reports both', async () => {
    const passkey = { challenge: 'abc', allowCredentials: [] }
    guardedServer({ methods: ['passkey', 'code'], passkey })
    vi.mocked(startAuthentication).mockRejectedValueOnce(Object.assign(new Error('stopped'), { name: 'NotAllowedError' }))
    const dialog = await submitKey()
    const button = within(dialog).getByRole('button', { name: 'Use my passkey' })
    expect(button).toHaveFocus()
    await typist.click(button)
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(/Nothing was confirmed/)
    await typist.click(button)
    expect(await screen.findByText(token)).toBeVisible()
    expect(passed).toEqual([{ by: 'passkey', response: { id: 'credential' } }])
  })

  test('reports too many attempts', async () => {
    guardedServer()
    network.use(
      onMutation('auth', 'passFactor', () => {
        throw callFailure('too_many_requests', 60)
      }),
    )
    const dialog = await submitKey()
    await typist.type(within(dialog).getByRole('textbox'), '123456{Enter}')
    await waitFor(() => expect(within(dialog).getByRole('textbox')).toHaveAccessibleDescription(/Too many/i))
  })

  test('also covers an account endpoint: the password changes after the code', async () => {
    guardedServer()
    await renderPart(
      <FactorPrompt>
        <AccountPassword account={account} />
      </FactorPrompt>,
    )
    await typist.type(screen.getByLabelText('Current password'), 'three bees')
    await typist.type(screen.getByLabelText('New password'), 'four green bees{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
    await typist.type(within(dialog).getByRole('textbox'), '123456{Enter}')
    expect(await screen.findByText(/password is changed|Password changed/i)).toBeVisible()
  })

  test('opens above another dialog, and Escape closes only the upper one', async () => {
    guardedServer()
    await renderPart(
      <FactorPrompt>
        <DeleteAccount account={account} onErased={() => {}} />
      </FactorPrompt>,
    )
    await typist.click(screen.getByRole('button', { name: 'Delete the account' }))
    const lower = await screen.findByRole('dialog')
    await typist.type(within(lower).getByLabelText('Current password'), 'three bees{Enter}')
    const upper = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
    // a dialog takes keys once it has the focus
    await waitFor(() => expect(within(upper).getByRole('textbox')).toHaveFocus())
    await typist.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).not.toBeInTheDocument())
    expect(await screen.findByText(/Nothing was changed/)).toBeVisible()
    expect(within(screen.getByRole('dialog')).getByLabelText('Current password')).toHaveValue('three bees')
  })
})
