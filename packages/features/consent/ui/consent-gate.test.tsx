import { screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing.tsx'
import { ConsentGate } from './consent-gate.tsx'

test('the server renders an empty region with a container, and nothing without', () => {
  expect(renderToString(<ConsentGate container="GTM-AB12CD3" />)).toBe('<div aria-live="polite"></div>')
  expect(renderToString(<ConsentGate container={undefined} />)).toBe('')
})

test('the browser asks in that region', async () => {
  await renderPart(<ConsentGate container="GTM-AB12CD3" />)
  const question = await screen.findByRole('region', { name: 'May we count your visit?' })
  expect(question.parentElement).toHaveAttribute('aria-live', 'polite')
})
