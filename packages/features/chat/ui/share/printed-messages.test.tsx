import { act, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PrintedMessages } from './printed-messages.tsx'

test('paper names the persona, the day, the address and each source', () => {
  const item = { kind: 'outgoing', key: 'a', at: '2026-11-21T12:00:00Z' } as const
  const outgoing = { clientId: 'a', content: 'Who?', replaces: null, problem: null, at: item.at }
  render(
    <PrintedMessages name="Ada Lovelace" items={[{ ...item, outgoing }]} isCut={false}>
      {() => (
        <details>
          <summary>1 source</summary>Sketch of the Analytical Engine
        </details>
      )}
    </PrintedMessages>,
  )
  expect(screen.queryByText('Conversation with Ada Lovelace')).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText('Conversation with Ada Lovelace')).toBeInTheDocument()
  expect(screen.getByText('November 21, 2026')).toBeInTheDocument()
  expect(screen.getByText(window.location.href)).toBeInTheDocument()
  expect(screen.getByRole('group')).toHaveAttribute('open')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText('Conversation with Ada Lovelace')).toBeNull()
})
