import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ToastMessage, ToastProvider, toastLifetime, useToast } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function ToastButton({ message }: { message: ToastMessage }) {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast(message)}>
      Say
    </button>
  )
}

function say(message: ToastMessage) {
  render(
    <ToastProvider closeLabel="Dismiss">
      <ToastButton message={message} />
    </ToastProvider>,
  )
  const region = screen.getByRole('status')
  expect(region).toBeEmptyDOMElement()
  fireEvent.click(screen.getByRole('button', { name: 'Say' }))
  return region
}

test('announces a toast in an existing live region and removes it after its lifetime', () => {
  const region = say({ title: 'Saved' })
  expect(region).toHaveTextContent('Saved')
  act(() => vi.advanceTimersByTime(toastLifetime))
  expect(region).toBeEmptyDOMElement()
})

test('stays while the pointer is over it', () => {
  const region = say({ title: 'Saved' })
  fireEvent.pointerEnter(screen.getByText('Saved').closest('[class*=pointer-events-auto]') as Element)
  act(() => vi.advanceTimersByTime(toastLifetime * 3))
  expect(region).toHaveTextContent('Saved')
})

test('an error stays until it is dismissed', () => {
  const region = say({ title: 'Not sent', text: 'Try again.', tone: 'danger' })
  act(() => vi.advanceTimersByTime(toastLifetime * 3))
  expect(region).toHaveTextContent('Not sentTry again.')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(region).toBeEmptyDOMElement()
})

test('a repeated toast shows once and restarts its lifetime', () => {
  const region = say({ title: 'Required fields' })
  act(() => vi.advanceTimersByTime(toastLifetime - 1))
  fireEvent.click(screen.getByRole('button', { name: 'Say' }))
  expect(screen.getAllByText('Required fields')).toHaveLength(1)
  act(() => vi.advanceTimersByTime(toastLifetime - 1))
  expect(region).toHaveTextContent('Required fields')
})

test('the caller can remove its toast', () => {
  const shown: (() => void)[] = []
  function Both() {
    const toast = useToast()
    return <button type="button" onClick={() => shown.push(toast({ title: `Number ${shown.length + 1}`, tone: 'danger' }))} />
  }
  render(
    <ToastProvider closeLabel="Dismiss">
      <Both />
    </ToastProvider>,
  )
  fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement)
  fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement)
  act(() => shown[0]?.())
  expect(screen.getByRole('status')).toHaveTextContent(/^Number 2$/)
})
