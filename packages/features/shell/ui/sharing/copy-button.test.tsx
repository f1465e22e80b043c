import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CopyButton, copiedDurationMs } from './copy-button.tsx'

const writeText = vi.fn<(text: string) => Promise<void>>()

beforeEach(() => {
  vi.useFakeTimers()
  writeText.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const press = () => act(async () => void fireEvent.click(screen.getByRole('button')))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const statusText = () => screen.getByRole('status').textContent

test('copies, confirms, and shows its label again after two seconds', async () => {
  render(<CopyButton text="https://goduo.example/?ref=A" />)
  expect(statusText()).toBe('')
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await press()
  expect(writeText).toHaveBeenCalledWith('https://goduo.example/?ref=A')
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(statusText()).toBe('Copied!')
  await pass(copiedDurationMs - 1)
  expect(statusText()).toBe('Copied!')
  await pass(1)
  expect(statusText()).toBe('')
})

test('a second click restarts the two seconds', async () => {
  render(<CopyButton text="a" />)
  await press()
  await pass(1500)
  await press()
  await pass(1500)
  expect(statusText()).toBe('Copied!')
  await pass(500)
  expect(statusText()).toBe('')
})

test.each([
  ['refuses', () => writeText.mockRejectedValue(new DOMException('no', 'NotAllowedError'))],
  ['has no clipboard, as without https', () => vi.stubGlobal('navigator', {})],
])('in a browser that %s, logs the failure without a message, and the page can react', async (_, refuse) => {
  refuse()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const onFailure = vi.fn()
  render(<CopyButton text="a" onFailure={onFailure} />)
  await press()
  expect(logged).toHaveBeenCalledOnce()
  expect(onFailure).toHaveBeenCalledOnce()
  expect(statusText()).toBe('')
})

test('is labelled in the page’s language or with the given label', () => {
  document.documentElement.lang = 'pt-BR'
  const { rerender } = render(<CopyButton text="a" />)
  expect(screen.getByRole('button', { name: 'Copiar link' })).toBeVisible()
  rerender(<CopyButton text="a" label="Copiar código" />)
  expect(screen.getByRole('button', { name: 'Copiar código' })).toBeVisible()
})
