import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copiedDurationMs, startCopyButtons } from '../script/copy.ts'
import { CopyButton } from './copy-button.tsx'
import { LinkField } from './link-field.tsx'

const writeText = vi.fn<(text: string) => Promise<void>>()

let stop = new AbortController()
beforeEach(() => {
  vi.useFakeTimers()
  writeText.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  stop = new AbortController()
  startCopyButtons(stop.signal)
})
afterEach(() => {
  stop.abort()
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
])('in a browser that %s, logs the failure, shows no message and selects the link for copying by hand', async (_, refuse) => {
  refuse()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(<LinkField label="Your link" link="https://goduo.example/?ref=A" />)
  await press()
  expect(logged).toHaveBeenCalledOnce()
  expect(screen.getByRole('textbox', { name: 'Your link' })).toHaveFocus()
  expect(statusText()).toBe('')
})

test('is labelled in the page’s language or with the given label', () => {
  document.documentElement.lang = 'pt-BR'
  const { rerender } = render(<CopyButton text="a" />)
  expect(screen.getByRole('button', { name: 'Copiar link' })).toBeVisible()
  rerender(<CopyButton text="a" label="Copiar código" />)
  expect(screen.getByRole('button', { name: 'Copiar código' })).toBeVisible()
})
