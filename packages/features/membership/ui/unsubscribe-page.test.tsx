import { network } from '@duo/platform/testing/component-setup.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callFailure, onMutation, renderPart } from '../../testing.tsx'
import type { UnsubscribeResult } from '../../waitlist/schema.ts'
import { Page } from './unsubscribe-page.tsx'

const ticket = 'head.leave.signature'
const requests: string[] = []
const setUrl = (address: string) => window.history.replaceState(null, '', address)
const answers = (answer: () => UnsubscribeResult) =>
  network.use(
    onMutation('waitlist', 'unsubscribe', (input) => {
      requests.push(input.ticket)
      return answer()
    }),
  )
const stop = () => screen.getByRole('button', { name: 'Unsubscribe' })

beforeEach(() => {
  requests.length = 0
})
afterEach(() => vi.restoreAllMocks())

test.each([
  ['in the fragment', `/waitlist/unsubscribe#${ticket}`],
  ['in the query, as mail programs open it', `/waitlist/unsubscribe?ticket=${ticket}`],
])('removes a ticket %s from the URL at once, but unsubscribes only when the button is pressed', async (_, address) => {
  answers(() => ({ error: null, isInvited: false }))
  setUrl(address)
  await renderPart(<Page />)
  expect(window.location.href).toBe('http://localhost:3000/waitlist/unsubscribe')
  expect(screen.getByText(/You keep your place on the list/)).toBeVisible()
  expect(stop()).toBeEnabled()
  expect(requests).toEqual([])
  await userEvent.click(stop())
  expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  expect(screen.getByText(/You keep your place/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'See your place' })).toHaveAttribute('href', '/waitlist')
  expect(requests).toEqual([ticket])
})

test('who is invited reads that the invitation stands without mails, and nothing about one to come', async () => {
  answers(() => ({ error: null, isInvited: true }))
  setUrl(`/waitlist/unsubscribe#${ticket}`)
  await renderPart(<Page />)
  await userEvent.click(stop())
  expect(await screen.findByText(/Your invitation to the beta still stands.*subscribe again on your page/)).toBeVisible()
  expect(document.body).not.toHaveTextContent('by email')
  expect(screen.getByRole('link', { name: 'See your invitation' })).toHaveAttribute('href', '/waitlist')
})

test('a failure shows that mails are still on, and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  answers(() => {
    if (requests.length === 1) throw callFailure('internal')
    return { error: null, isInvited: false }
  })
  setUrl(`/waitlist/unsubscribe#${ticket}`)
  await renderPart(<Page />)
  await userEvent.click(stop())
  expect(await screen.findByRole('alert')).toHaveTextContent('you are still subscribed')
  await userEvent.click(stop())
  expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  expect(requests).toEqual([ticket, ticket])
})

test('a reload keeps the ticket until the member has unsubscribed', async () => {
  answers(() => ({ error: null, isInvited: false }))
  setUrl(`/waitlist/unsubscribe#${ticket}`)
  const { unmount } = await renderPart(<Page />)
  unmount()
  const { unmount: leave } = await renderPart(<Page />)
  await userEvent.click(stop())
  expect(await screen.findByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()
  expect(requests).toEqual([ticket])
  leave()
  await renderPart(<Page />)
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).not.toBeInTheDocument()
})

test('an invalid link offers a new one', async () => {
  answers(() => ({ error: 'invalid_ticket' }))
  setUrl(`/waitlist/unsubscribe#${ticket}`)
  await renderPart(<Page />)
  await userEvent.click(stop())
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Email' })).toBeVisible()
})

test('shows no button without a ticket', async () => {
  setUrl('/waitlist/unsubscribe')
  await renderPart(<Page />)
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).not.toBeInTheDocument()
})

test('unsubscribes on the Portuguese page', async () => {
  document.documentElement.lang = 'pt-BR'
  answers(() => ({ error: null, isInvited: false }))
  setUrl(`/pt/waitlist/unsubscribe#${ticket}`)
  await renderPart(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Parar de receber' }))
  expect(await screen.findByRole('heading', { name: 'Você não recebe mais nossos e-mails' })).toBeVisible()
})
