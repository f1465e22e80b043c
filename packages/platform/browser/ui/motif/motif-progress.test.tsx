import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MotifProgress } from './motif-progress.tsx'

const third = (part: number) => render(<MotifProgress progress={part} className="" />).container.querySelector('.fill-overlap')

test('shows the overlap only when the halves have met', () => {
  expect(third(0)).toHaveAttribute('d', '')
  expect(third(1)?.getAttribute('d')).toMatch(/^M.*Z$/)
})
