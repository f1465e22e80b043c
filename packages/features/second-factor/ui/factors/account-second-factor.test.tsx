import { network } from '@duo/platform/testing/component-setup.ts'
import { wholeText } from '@duo/platform/testing/whole-text.ts'
import { startRegistration } from '@simplewebauthn/browser'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Account } from '#account/schema.ts'
import { startCopyButtons } from '#shell/ui/script/copy.ts'
import { ana, callFailure, noFactors, onMutation, renderPart } from '#testing.tsx'
import type { ConfirmCodesResult, ReauthenticationError, SecondFactors } from '../../schema.ts'
import { AccountSecondFactor } from './account-second-factor.tsx'

vi.mock('@simplewebauthn/browser', () => ({ startRegistration: vi.fn() }))

const account = (factors: Partial<SecondFactors> = {}, overrides: Partial<Account> = {}): Account => ({
  user: ana,
  hasPassword: true,
  providers: [],
  pendingEmail: null,
  pendingEmailRefused: false,
  secondFactors: { ...noFactors, ...factors },
  ...overrides,
})
const phone = { id: 'a', name: 'Phone', createdAt: '2026-10-05T12:00:00Z', lastUsedAt: null }
const codes = Array.from({ length: 10 }, (_, at) => `code-${at}`)
const creation = { challenge: 'abc' } as never
const made = { id: 'credential' } as never

const requests: [string, unknown][] = []
const note =
  <Answer,>(name: string, answer: Answer) =>
  (input: unknown) => {
    requests.push([name, input])
    return answer
  }
const failed = (name: string) => Object.assign(new Error("the browser's own message"), { name })

const typist = userEvent.setup()
const part = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string) => typist.click(screen.getByRole('button', { name }))

beforeEach(() => {
  requests.length = 0
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.mocked(startRegistration).mockReset().mockResolvedValue(made)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let script = new AbortController()
beforeEach(() => {
  script = new AbortController()
  startCopyButtons(script.signal)
})
afterEach(() => script.abort())

describe('a passkey', () => {
  const begins = (answer: ReauthenticationError | { error: null; options: never } = { error: null, options: creation }) =>
    network.use(onMutation('auth', 'passkeyOptions', note('options', answer)))
  const adds = (recoveryCodes: string[] | null) =>
    network.use(
      onMutation('auth', 'addPasskey', note('add', { error: null, recoveryCodes, endedKeys: 0, endedEmailChange: false })),
    )
  async function fill(name = 'Blue phone') {
    await press('Add a passkey')
    const field = screen.getByRole('textbox', { name: 'Name of the passkey' })
    expect(field).toHaveFocus()
    await typist.clear(field)
    if (name) await typist.type(field, name)
    return field
  }

  test('is created with a name and the password; new recovery codes stay visible until the user has saved them', async () => {
    begins()
    adds(codes)
    await renderPart(<AccountSecondFactor keyCount={0} account={account({ passkeys: [phone] })} />)
    await fill('  Blue   phone ')
    await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
    const title = await screen.findByRole('heading', { name: 'Keep your recovery codes' })
    await waitFor(() => expect(title).toHaveFocus())
    expect(requests).toEqual([
      ['options', { password: 'three bees' }],
      ['add', { response: made, name: 'Blue phone' }],
    ])
    expect(screen.getByText(wholeText('Blue phone is ready. Next time you can sign in with it.'))).toBeVisible()
    expect(
      part('Keep your recovery codes')
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(codes)
    await press('I have saved them')
    expect(screen.queryByText('code-0')).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus()
  })

  test('codes that are saved before the account is loaded again move the focus to their count once it is there', async () => {
    begins()
    adds(codes)
    let load = () => {}
    const Page = () => {
      const [passkeys, setPasskeys] = useState<SecondFactors['passkeys']>([])
      load = () => setPasskeys([phone])
      return <AccountSecondFactor keyCount={0} account={account({ passkeys })} />
    }
    await renderPart(<Page />)
    await fill()
    await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
    await typist.click(await screen.findByRole('button', { name: 'I have saved them' }))
    act(() => load())
    expect(screen.getByRole('heading', { name: 'Recovery codes' })).toHaveFocus()
  })

  test('requires a name and the password, with an error at each field', async () => {
    await renderPart(<AccountSecondFactor keyCount={0} account={account()} />)
    const field = await fill('')
    await press('Continue')
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription(/Give the passkey a name\./)
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('Enter your password.')
    expect(requests).toEqual([])
  })

  test('is not created with a wrong password', async () => {
    begins({ error: 'wrong_password' })
    await renderPart(<AccountSecondFactor keyCount={0} account={account()} />)
    await fill()
    const current = screen.getByLabelText('Current password')
    await typist.type(current, 'not it{Enter}')
    await waitFor(() => expect(current).toHaveAccessibleDescription('That is not your current password.'))
    expect(current).toHaveFocus()
    expect(startRegistration).not.toHaveBeenCalled()
  })

  test('of an account without a password requires a recent sign-in', async () => {
    begins({ error: 'sign_in_again' })
    await renderPart(<AccountSecondFactor keyCount={0} account={account({}, { hasPassword: false })} />)
    await fill()
    await press('Continue')
    expect(await screen.findByRole('button', { name: 'Sign in again' })).toBeVisible()
    expect(requests).toEqual([['options', { password: null }]])
  })

  test.each([
    ['NotAllowedError', 'No passkey was created: you stopped it, or it took too long.'],
    ['InvalidStateError', 'This device already has a passkey for this account.'],
    ['NotSupportedError', 'This browser cannot use passkeys. Try another browser or device.'],
    ['TypeError', 'That did not work. Try again in a moment.'],
  ])('is not stored when the browser fails to create it (%s), and an error is shown', async (name, text) => {
    begins()
    vi.mocked(startRegistration).mockRejectedValue(failed(name))
    await renderPart(<AccountSecondFactor keyCount={0} account={account()} />)
    await fill()
    await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
    expect(await screen.findByText(text)).toBeVisible()
    expect(requests.map(([call]) => call)).toEqual(['options'])
  })

  test('can be renamed in the list, where its button gets the focus back', async () => {
    network.use(onMutation('auth', 'renamePasskey', note('rename', { error: null })))
    await renderPart(<AccountSecondFactor keyCount={0} account={account({ passkeys: [phone] })} />)
    await press('Rename Phone')
    await typist.keyboard('Old phone{Enter}')
    expect(await screen.findByText(wholeText('The passkey is now called Old phone.'))).toBeVisible()
    expect(requests).toEqual([['rename', { id: 'a', name: 'Old phone' }]])
    await waitFor(() => expect(screen.getByRole('button', { name: 'Rename Phone' })).toHaveFocus())
  })

  test('is removed with a warning when it is the only factor; cancelling removes nothing', async () => {
    network.use(onMutation('auth', 'removePasskey', note('remove', { error: null })))
    await renderPart(<AccountSecondFactor keyCount={0} account={account({ passkeys: [phone] })} />)
    await press('Remove Phone')
    expect(screen.getByText(/It is your only second step/)).toBeVisible()
    await press('Cancel')
    expect(screen.getByRole('button', { name: 'Remove Phone' })).toHaveFocus()
    await press('Remove Phone')
    await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
    expect(await screen.findByText(wholeText('Phone is removed. You can delete it on your device too.'))).toBeVisible()
    expect(requests).toEqual([['remove', { id: 'a', password: 'three bees' }]])
  })

  test('cannot be removed when the role requires it', async () => {
    network.use(onMutation('auth', 'removePasskey', () => ({ error: 'last_factor' as const })))
    await renderPart(<AccountSecondFactor keyCount={0} account={account({ passkeys: [phone], isDemanded: true })} />)
    await press('Remove Phone')
    await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
    expect(await screen.findByText(/so you cannot remove your last one/)).toBeVisible()
    // the refusal was about what was sent
    await typist.clear(screen.getByLabelText('Current password'))
    await press('Remove the passkey')
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('Enter your password.')
    expect(screen.queryByText(/so you cannot remove your last one/)).not.toBeInTheDocument()
  })

  test('is reported as removed when another tab has already removed it', async () => {
    network.use(
      onMutation('auth', 'removePasskey', () => {
        throw callFailure('not_found')
      }),
    )
    await renderPart(<AccountSecondFactor keyCount={0} account={account({ passkeys: [phone], codesSince: phone.createdAt })} />)
    await press('Remove Phone')
    expect(screen.queryByText(/It is your only second step/)).not.toBeInTheDocument()
    await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
    expect(await screen.findByText(wholeText('Phone is removed. You can delete it on your device too.'))).toBeVisible()
  })
})

test('at ten passkeys, a notice replaces the button', async () => {
  const passkeys = codes.map((id) => ({ ...phone, id, name: id }))
  await renderPart(<AccountSecondFactor keyCount={0} account={account({ passkeys })} />)
  expect(screen.getByText(/You have 10 passkeys/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
})

describe('one-time codes', () => {
  const uri = 'otpauth://totp/Duo:ana@example.com?secret=ABCDEFGHIJ&issuer=Duo'
  const starts = () => network.use(onMutation('auth', 'startCodes', note('start', { error: null, secret: 'ABCDEFGHIJ', uri })))
  async function setUp() {
    await press('Set up codes')
    await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
    return screen.findByRole('textbox', { name: 'Code from the app' })
  }

  test('are activated by a first code; a wrong one shows an error at the field and stays selected', async () => {
    starts()
    let right = false
    network.use(
      onMutation('auth', 'confirmCodes', (input): ConfirmCodesResult => {
        requests.push(['confirm', input])
        if (input.code === '777777') return { error: 'clock_off', clockOff: 600 }
        return right ? { error: null, recoveryCodes: codes, endedKeys: 2, endedEmailChange: true } : { error: 'wrong_code' }
      }),
    )
    await renderPart(<AccountSecondFactor keyCount={2} account={account()} />)
    expect(screen.getByText(/Your first passkey or app also ends your 2 API keys\./)).toBeVisible()
    const field = await setUp()
    expect(field).toHaveFocus()
    expect(field).toHaveAttribute('inputmode', 'numeric')
    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    expect(screen.getByText('ABCD EFGH IJ')).toBeVisible()
    expect(screen.getByRole('link', { name: /Open it here/ })).toHaveAttribute('href', uri)
    await press('Turn on codes')
    expect(field).toHaveAccessibleDescription('Enter the six digits.')
    await typist.type(field, '123 456{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/That code is not right/))
    expect(field).toHaveFocus()
    await typist.keyboard('777777{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/right in 10 minutes\. Your phone’s clock seems to be fast/))
    right = true
    await typist.keyboard('654321{Enter}')
    expect(await screen.findByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
    expect(
      screen.getByText(
        'Codes are on. We ask for one at your next sign-in. 2 API keys have ended. The unconfirmed change of your email is canceled.',
      ),
    ).toBeVisible()
    expect(requests.slice(1)).toEqual([
      ['confirm', { code: '123456' }],
      ['confirm', { code: '777777' }],
      ['confirm', { code: '654321' }],
    ])
  })

  test('report an expired secret instead of a wrong code', async () => {
    starts()
    network.use(onMutation('auth', 'confirmCodes', (): ConfirmCodesResult => ({ error: 'setup_over' })))
    await renderPart(<AccountSecondFactor keyCount={0} account={account()} />)
    const field = await setUp()
    await typist.type(field, '123456{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/too old, or another one is in use/))
    await press('Cancel')
    expect(await setUp()).toHaveFocus()
  })

  test('are known to be on when the answer to an earlier press was lost', async () => {
    starts()
    network.use(onMutation('auth', 'confirmCodes', (): ConfirmCodesResult => ({ error: 'already_on' })))
    await renderPart(<AccountSecondFactor keyCount={0} account={account()} />)
    await typist.type(await setUp(), '123456{Enter}')
    expect(await screen.findByText(/^Codes are on with this key, so keep it in your app\./)).toBeVisible()
  })

  test('show an error after too many attempts', async () => {
    starts()
    network.use(
      onMutation('auth', 'confirmCodes', () => {
        throw callFailure('too_many_requests', 58)
      }),
    )
    await renderPart(<AccountSecondFactor keyCount={0} account={account()} />)
    const field = await setUp()
    await typist.type(field, '123456{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Too many attempts/))
  })

  test('are removed with the password', async () => {
    network.use(onMutation('auth', 'removeCodes', note('remove', { error: null })))
    await renderPart(<AccountSecondFactor keyCount={0} account={account({ codesSince: '2026-10-05T12:00:00Z' })} />)
    expect(screen.getByText('On since October 5, 2026')).toBeVisible()
    await press('Turn off codes')
    await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
    expect(await screen.findByText('Codes are off.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'One-time codes' })).toHaveFocus())
    expect(requests).toEqual([['remove', { password: 'three bees' }]])
  })
})

test('new recovery codes can be saved as a file and copied', async () => {
  network.use(onMutation('auth', 'newRecoveryCodes', note('new', { error: null, recoveryCodes: codes, endedKeys: 0 })))
  let saved: Blob | undefined
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => {
        saved = file
        return 'blob:duo'
      },
      revokeObjectURL: () => {},
    }),
  )
  const files: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download)
  })
  await renderPart(<AccountSecondFactor keyCount={0} account={account({ passkeys: [phone], recoveryCodesLeft: 2 })} />)
  expect(part('Recovery codes').getByText('2 of 10 left')).toBeVisible()
  await press('Make new codes')
  await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
  await screen.findByRole('heading', { name: 'Keep your recovery codes' })
  await press('Save as a file')
  expect(files).toEqual(['duo-recovery-codes.txt'])
  const text = (await saved?.text()) ?? ''
  for (const part of ['ana@example.com', ...codes]) expect(text).toContain(part)
  await press('Copy')
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
})

test('new recovery codes replace the old ones on the screen', async () => {
  const newer = codes.map((code) => `newer-${code}`)
  const answers = [codes, newer]
  network.use(onMutation('auth', 'newRecoveryCodes', () => ({ error: null, recoveryCodes: answers.shift() ?? [] })))
  await renderPart(<AccountSecondFactor keyCount={0} account={account({ passkeys: [phone], recoveryCodesLeft: 2 })} />)
  for (const shown of [codes, newer]) {
    await press('Make new codes')
    await typist.type(screen.getByLabelText('Current password'), 'three bees{Enter}')
    await screen.findByText(shown[0] ?? '')
    const items = part('Keep your recovery codes').getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(shown)
  }
})

test('an account without a second factor shows no recovery codes, but a notice if its role requires one', async () => {
  await renderPart(<AccountSecondFactor keyCount={0} account={account({ isDemanded: true })} />)
  expect(screen.getByText(/Your role requires a second step/)).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Recovery codes' })).not.toBeInTheDocument()
})

test('an active recovery shows its date and can be cancelled', async () => {
  network.use(onMutation('auth', 'cancelFactorRecovery', note('cancel', { error: null })))
  const recovery = { ripeAt: '2026-11-30T12:00:00Z', lapsesAt: '2026-12-07T12:00:00Z' }
  await renderPart(<AccountSecondFactor keyCount={0} account={account({ passkeys: [phone], recovery })} />)
  expect(screen.getByText(/From November 30, 2026/)).toBeVisible()
  await press('Keep my second step')
  expect(await screen.findByText('Canceled. Your second step stays.')).toBeVisible()
  expect(requests.map(([call]) => call)).toEqual(['cancel'])
})
