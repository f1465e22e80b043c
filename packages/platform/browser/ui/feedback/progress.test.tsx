import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Progress } from './progress.tsx'

test('shows the progress as text', () => {
  render(<Progress value={2} max={3} label="Step 2 of 3" />)
  const bar = screen.getByRole('progressbar', { name: 'Step 2 of 3' })
  expect(bar).toHaveAttribute('aria-valuenow', '2')
  expect(bar).toHaveAttribute('aria-valuemax', '3')
})
