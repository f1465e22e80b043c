import { network } from '@duo/platform/testing/component-setup.ts'
import { wholeText } from '@duo/platform/testing/whole-text.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReauthenticationError } from '#second-factor/schema.ts'
import { startCopyButtons } from '#shell/ui/script/copy.ts'
import { noFactors, onMutation, renderPart } from '#testing.tsx'
import type { ApiKeyEntry, CreateApiKeyResult } from '../../api-key-schema.ts'
import { ApiKeys } from './api-keys.tsx'

const token = `duo_${'0123456789ab'.repeat(4)}`
const key: ApiKeyEntry = {
  id: '0e5a1f1e-0000-4000-8000-000000000001',
  name: 'Laptop script',
  scopes: ['marketplace:read', 'chat:read'],
  hint: '89ab',
  createdAt: '2026-11-01T12:00:00Z',
  expiresAt: '2099-11-01T12:00:00Z',
  lastUsedAt: null,
}

const account = { hasPassword: true, secondFactors: noFactors }

const answersWith = (answer: CreateApiKeyResult | ReauthenticationError) => {
  const requests: unknown[] = []
  network.use(
    onMutation('auth', 'createApiKey', (input) => {
      requests.push(input)
      return answer
    }),
  )
  return requests
}

async function openForm() {
  const { router } = await renderPart(<ApiKeys keys={[]} account={account} />)
  const typist = userEvent.setup()
  await typist.click(screen.getByRole('button', { name: 'New API key' }))
  return { typist, router, submit: screen.getByRole('button', { name: 'Create the key' }) }
}

let script = new AbortController()
beforeEach(() => {
  script = new AbortController()
  startCopyButtons(script.signal)
})
afterEach(() => script.abort())

test('says that keys end with the first factor, until there is one', async () => {
  const { unmount } = await renderPart(<ApiKeys keys={[key]} account={account} />)
  expect(screen.getByText(/Setting up two-step sign-in ends your keys/)).toBeVisible()
  unmount()
  const secondFactors = { ...noFactors, codesSince: '2026-10-05T12:00:00Z' }
  await renderPart(<ApiKeys keys={[key]} account={{ hasPassword: true, secondFactors }} />)
  expect(screen.queryByText(/Setting up two-step sign-in ends your keys/)).not.toBeInTheDocument()
})

test('shows a message when there are no keys', async () => {
  await renderPart(<ApiKeys keys={[]} account={account} />)
  expect(screen.getByText('You have no API key.')).toBeVisible()
})

test('requires a name and a scope before it sends anything, and reports a wrong password', async () => {
  const requests = answersWith({ error: 'wrong_password' })
  const { typist, submit } = await openForm()
  const name = screen.getByLabelText('Name of the key')
  await typist.type(screen.getByLabelText('Current password'), 'three bees')
  await typist.click(submit)
  expect(name).toHaveFocus()
  expect(name).toBeInvalid()
  await typist.type(name, 'Laptop script')
  await typist.click(submit)
  expect(screen.getByText('Choose at least one.')).toBeVisible()
  expect(requests).toEqual([])
  await typist.click(screen.getByRole('checkbox', { name: /Write to agents as you/ }))
  await typist.click(screen.getByRole('radio', { name: '365 days' }))
  await typist.click(submit)
  expect(await screen.findByText('That is not your current password.')).toBeVisible()
  expect(requests).toEqual([{ name: 'Laptop script', scopes: ['chat:write'], days: 365, password: 'three bees' }])
})

test('shows a new key until its owner has stored it, with a button to copy it', async () => {
  answersWith({ error: null, token, key })
  const { typist, submit } = await openForm()
  const writeText = vi.spyOn(navigator.clipboard, 'writeText')
  await typist.type(screen.getByLabelText('Name of the key'), 'Laptop script')
  await typist.click(screen.getByRole('checkbox', { name: /Read the marketplace/ }))
  await typist.type(screen.getByLabelText('Current password'), 'three bees')
  await typist.click(submit)
  expect(await screen.findByText(token)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Your key Laptop script' })).toHaveFocus()
  await typist.keyboard('{Escape}')
  await typist.click(screen.getByRole('button', { name: /Copy the key/ }))
  expect(writeText).toHaveBeenCalledExactlyOnceWith(token)
  await typist.click(screen.getByRole('button', { name: 'I have stored it' }))
  expect(screen.queryByText(token)).not.toBeInTheDocument()
  expect(screen.getByText(wholeText('Laptop script is ready to use.'))).toBeVisible()
  expect(screen.getByRole('button', { name: 'New API key' })).toHaveFocus()
})

test('reloads the list after a lost response, because the key may exist', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(
    onMutation('auth', 'createApiKey', () => {
      throw new Error('lost')
    }),
  )
  const { typist, submit, router } = await openForm()
  const reloaded = vi.spyOn(router, 'invalidate')
  await typist.type(screen.getByLabelText('Name of the key'), 'Laptop script')
  await typist.click(screen.getByRole('checkbox', { name: /Read the marketplace/ }))
  await typist.type(screen.getByLabelText('Current password'), 'three bees')
  await typist.click(submit)
  expect(await screen.findByText('That did not work. Try again in a moment.')).toBeVisible()
  expect(reloaded).toHaveBeenCalledOnce()
})

test('revokes a key once, and only after a confirmation', async () => {
  const revoked: unknown[] = []
  network.use(
    onMutation('auth', 'revokeApiKey', ({ id }) => {
      revoked.push(id)
      return { error: null }
    }),
  )
  await renderPart(<ApiKeys keys={[key]} account={account} />)
  const typist = userEvent.setup()
  const row = within(screen.getByRole('listitem'))
  expect(row.getByText(/Read the marketplace · Read your conversations/)).toBeVisible()
  expect(row.getByText(/ends in 89ab, not used yet, valid until/)).toBeVisible()
  await typist.click(row.getByRole('button', { name: 'Revoke Laptop script, ends in 89ab' }))
  expect(row.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  await typist.click(row.getByRole('button', { name: 'Keep it' }))
  expect(revoked).toEqual([])
  await typist.click(row.getByRole('button', { name: 'Revoke Laptop script, ends in 89ab' }))
  await typist.click(row.getByRole('button', { name: 'Revoke the key' }))
  await waitFor(() => expect(screen.getByText(wholeText('Laptop script is revoked.'))).toBeVisible())
  expect(revoked).toEqual([key.id])
})

test.each([
  ['en', 'Revoke Laptop script, ends in 89ab', 'Revoke Laptop script, ends in 01cd'],
  ['pt', 'Revogar Laptop script, termina em 89ab', 'Revogar Laptop script, termina em 01cd'],
])('the buttons of two keys with the same name have different accessible names (%s)', async (language, first, second) => {
  document.documentElement.lang = language
  await renderPart(<ApiKeys keys={[key, { ...key, id: 'other', hint: '01cd' }]} account={account} />)
  const typist = userEvent.setup()
  for (const name of [first, second]) await typist.click(screen.getByRole('button', { name }))
  for (const name of [first, second]) expect(screen.getByRole('group', { name })).toBeVisible()
})

const keys = (count: number, expiresAt: string) =>
  Array.from({ length: count }, (_, n) => ({ ...key, id: `${expiresAt}-${n}`, expiresAt }))

test('offers no new key when ten are valid', async () => {
  await renderPart(<ApiKeys keys={keys(10, '2099-01-01T12:00:00Z')} account={account} />)
  expect(screen.getByText('You have 10 API keys, which is the limit. Revoke one first.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New API key' })).not.toBeInTheDocument()
})

test('marks expired keys, which leave room for new ones', async () => {
  await renderPart(<ApiKeys keys={keys(10, '2026-01-01T12:00:00Z')} account={account} />)
  expect(screen.getAllByText(/expired/)).toHaveLength(10)
  expect(screen.getByRole('button', { name: 'New API key' })).toBeVisible()
})
