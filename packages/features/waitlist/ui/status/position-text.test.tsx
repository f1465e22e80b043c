import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PositionText } from './position-text.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const motion = (reduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: reduced }))

test('counts down once to the position, while assistive technology reads the final one', async () => {
  motion(false)
  render(<PositionText position={51} />)
  expect(screen.getByText('75th')).toBeVisible()
  expect(screen.getByText('You are 51st on the list')).toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.getByText('51st')).toBeVisible()
})

test('is static with reduced motion', () => {
  motion(true)
  render(<PositionText position={51} />)
  expect(screen.getByText('51st')).toBeVisible()
})
