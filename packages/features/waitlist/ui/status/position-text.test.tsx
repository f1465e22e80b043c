import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { PositionText } from './position-text.tsx'

test('shows the true place from its first frame', () => {
  const frames = vi.spyOn(window, 'requestAnimationFrame')
  render(<PositionText position={51} />)
  expect(screen.getByText('51st')).toBeVisible()
  expect(frames).not.toHaveBeenCalled()
  expect(renderToString(<PositionText position={51} />)).toContain('51st')
})
