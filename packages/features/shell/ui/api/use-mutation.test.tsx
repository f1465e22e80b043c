import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { ToastProvider, useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { network } from '@duo/platform/testing/component-setup.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { callFailure, onMutation, renderPart } from '#testing.tsx'
import type { UnsubscribeResult } from '#waitlist/schema.ts'
import { useMutation } from './use-mutation.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

function Mails() {
  const show = useToast()
  const [mails, setMails] = useState(true)
  const { state, button } = useMutation<boolean, 'invalid_ticket' | 'needs_mail'>({
    call: async ({ waitlist }, on) => {
      const { error } = await (on ? waitlist.subscribe : waitlist.unsubscribe).mutate({ ticket: 't' })
      if (error === null) setMails(on)
      return error
    },
    toast: { show, failed: { title: 'Not saved', tone: 'danger' } },
  })
  return (
    <>
      <Button {...button(!mails)}>{mails ? 'Stop' : 'Start'}</Button>
      <output>{state}</output>
    </>
  )
}

const renderMails = () =>
  renderPart(
    <ToastProvider closeLabel="Close">
      <Mails />
    </ToastProvider>,
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const state = () => document.querySelector('output')?.textContent

test('is busy and ignores further calls until done', async () => {
  const answer = Promise.withResolvers<UnsubscribeResult>()
  let calls = 0
  network.use(
    onMutation('waitlist', 'unsubscribe', () => {
      calls += 1
      return answer.promise
    }),
  )
  await renderMails()
  await press('Stop')
  expect(state()).toBe('pending')
  expect(screen.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).toBe('true')
  await press('Stop')
  answer.resolve({ error: null, isInvited: false })
  await waitFor(() => expect(state()).toBe('done'))
  expect(screen.getByRole('button', { name: 'Start' }).getAttribute('aria-disabled')).toBeNull()
  expect(calls).toBe(1)
})

test('shows a rejection without a toast', async () => {
  network.use(onMutation('waitlist', 'unsubscribe', () => ({ error: 'invalid_ticket' as const })))
  await renderMails()
  await press('Stop')
  await waitFor(() => expect(state()).toBe('invalid_ticket'))
  expect(screen.getByRole('button', { name: 'Stop' })).toBeDefined()
  expect(screen.queryByText('Not saved')).toBeNull()
})

test('shows a toast after a failure and can be retried', async () => {
  network.use(
    onMutation('waitlist', 'unsubscribe', () => {
      throw callFailure('unavailable')
    }),
  )
  await renderMails()
  await press('Stop')
  await waitFor(() => expect(state()).toBe('failed'))
  expect(screen.getByText('Not saved')).toBeDefined()

  network.resetHandlers(onMutation('waitlist', 'unsubscribe', () => ({ error: null, isInvited: false })))
  await press('Stop')
  await waitFor(() => expect(state()).toBe('done'))
  expect(screen.getByRole('button', { name: 'Start' })).toBeDefined()
})

test('shows a failure that arrives after its button was removed', async () => {
  const answer = Promise.withResolvers<UnsubscribeResult>()
  network.use(onMutation('waitlist', 'unsubscribe', () => answer.promise))
  let leave = () => {}
  function Page() {
    const [isMounted, setIsMounted] = useState(true)
    leave = () => setIsMounted(false)
    return <ToastProvider closeLabel="Close">{isMounted && <Mails />}</ToastProvider>
  }
  await renderPart(<Page />)
  await press('Stop')
  leave()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
  answer.reject(callFailure('internal'))
  await waitFor(() => expect(screen.getByText('Not saved')).toBeDefined())
})
