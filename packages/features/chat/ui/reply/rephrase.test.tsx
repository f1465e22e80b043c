import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { canRephrase, Rephrase } from './rephrase.tsx'

test('asks for the last reply shorter or simpler, in words that the engine understands', async () => {
  const onAsk = vi.fn()
  render(<Rephrase disabled={false} onAsk={onAsk} />)
  await userEvent.click(screen.getByRole('button', { name: 'Shorter' }))
  await userEvent.click(screen.getByRole('button', { name: 'Simpler' }))
  expect(onAsk.mock.calls).toEqual([['Shorter, please'], ['Explain it simpler, please']])
})

test.each([
  ['a long reply', 'offline', 'done', 300, true],
  ['a short one', 'offline', 'done', 100, false],
  ['help', 'help', 'done', 300, false],
  ['the text of a failure', 'fallback', 'done', 300, false],
  ['a reply that was stopped', 'model', 'stopped', 300, false],
] as const)('offers it for a whole reply that is long enough: %s', (_name, origin, status, length, offered) => {
  expect(canRephrase({ origin, status, content: 'x'.repeat(length) })).toBe(offered)
})
