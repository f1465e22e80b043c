import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAppRouter } from '../../client.ts'
import { ana, callFailure, onMutation, onQuery, renderPage } from '../../testing.tsx'
import type { Item } from '../schema.ts'

const viewer = { id: ana.id, email: ana.email, name: 'Ana', expiresAt: 4e9 }
const item = (text: string): Item => ({ id: text, text, createdAt: '2026-01-01T00:00:00.000Z' })

/** Items on the server. */
let stored: Item[]

beforeEach(() => {
  stored = [item('one')]
  network.use(
    onQuery('__featureName__', 'list', () => ({ items: stored })),
    onMutation('__featureName__', 'add', ({ text }) => {
      stored = [item(text), ...stored]
      return { error: null, item: item(text) }
    }),
    onMutation('__featureName__', 'remove', ({ id }) => {
      stored = stored.filter((one) => one.id !== id)
      return { error: null }
    }),
  )
})

const add = async (text: string) => {
  const field = await screen.findByRole('textbox', { name: 'New item' })
  await userEvent.clear(field)
  await userEvent.type(field, `${text}{Enter}`)
}

test('shows an added item at the top and clears the field', async () => {
  await renderPage(createAppRouter, '/__feature__', viewer)
  await add('two')
  const items = () => within(screen.getByRole('main')).getAllByRole('listitem')
  await waitFor(() => expect(items().map((one) => one.textContent)).toEqual(['twoRemove', 'oneRemove']))
  expect(screen.getByRole('textbox', { name: 'New item' })).toHaveValue('')
  expect(screen.getByText('Added.')).toBeInTheDocument()
})

test('removes an item, and says when the list is empty', async () => {
  await renderPage(createAppRouter, '/__feature__', viewer)
  await userEvent.click(await screen.findByRole('button', { name: 'Remove “one”' }))
  expect(await screen.findByRole('heading', { name: 'Nothing here yet' })).toBeVisible()
  expect(screen.queryByText('one')).not.toBeInTheDocument()
})

test('rejects an empty text beside its field, without a call', async () => {
  await renderPage(createAppRouter, '/__feature__', viewer)
  await add(' ')
  const field = screen.getByRole('textbox', { name: 'New item' })
  expect(field).toHaveAccessibleDescription('Write something first.')
  expect(field).toHaveFocus()
  expect(stored).toHaveLength(1)
})

test.each([
  ['exists', 'You already have this one.'],
  ['full', 'You have 100 items, which is the limit. Remove one first.'],
] as const)('explains the refusal %s and keeps the text', async (error, words) => {
  network.use(onMutation('__featureName__', 'add', () => ({ error })))
  await renderPage(createAppRouter, '/__feature__', viewer)
  await add('one')
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'New item' })).toHaveValue('one')
})

test('explains a failed call, also in Portuguese', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  network.use(
    onMutation('__featureName__', 'remove', () => {
      throw callFailure('unavailable')
    }),
  )
  await renderPage(createAppRouter, '/pt/__feature__', viewer)
  await userEvent.click(await screen.findByRole('button', { name: 'Remover “one”' }))
  expect(await screen.findByText('Não deu certo. Tente de novo.')).toBeVisible()
  expect(screen.getByText('one')).toBeVisible()
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
})

test('sends a visitor with an ended session to the sign-in page', async () => {
  network.use(
    onQuery('__featureName__', 'list', () => {
      throw callFailure('unauthorized')
    }),
    onQuery('auth', 'options', () => ({ providers: [], confirmsEmail: true, sendsMail: true })),
  )
  const router = await renderPage(createAppRouter, '/__feature__', viewer)
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
  expect(router.state.location.search).toEqual({ mode: 'sign-in', next: '/__feature__' })
})
