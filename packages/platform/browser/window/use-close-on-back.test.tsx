import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useCloseOnBack } from './use-close-on-back.ts'

beforeEach(() => history.replaceState({ page: 'before' }, '', '/?ref=ABC'))

test('back closes the dialog and stays on the page', async () => {
  const onClose = vi.fn()
  renderHook(() => useCloseOnBack(onClose))
  history.back()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(history.state).toEqual({ page: 'before' })
  expect(location.search).toBe('?ref=ABC')
})

test('closing the dialog with its button removes the extra history entry and does not call onClose', async () => {
  const onClose = vi.fn()
  const { unmount } = renderHook(() => useCloseOnBack(onClose))
  unmount()
  await waitFor(() => expect(history.state).toEqual({ page: 'before' }))
  expect(onClose).not.toHaveBeenCalled()
})

test('after its button has closed the dialog, one press of back leaves the page', async () => {
  history.replaceState({ page: 'earlier' }, '')
  history.pushState({ page: 'before' }, '')
  const { unmount } = renderHook(() => useCloseOnBack(() => {}))
  unmount()
  await waitFor(() => expect(history.state).toEqual({ page: 'before' }))
  history.back()
  await waitFor(() => expect(history.state).toEqual({ page: 'earlier' }))
})

test('a link followed from the dialog is not undone', async () => {
  const { unmount } = renderHook(() => useCloseOnBack(() => {}))
  history.pushState({ page: 'next' }, '', '/account')
  unmount()
  await new Promise((resolve) => setTimeout(resolve))
  expect(history.state).toEqual({ page: 'next' })
})
