import { render, screen } from '@testing-library/react'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { StaticHtml } from './static-html.tsx'

const Part = () => <p>Only to be read.</p>

test('a browser that got the part as HTML keeps it, and never renders it', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  // what the server sent; the part itself would say something else
  place.innerHTML = '<div id="story"><p>From the server.</p></div>'
  const paragraph = screen.getByText('From the server.')
  const part = vi.fn(Part)
  await act(async () => {
    hydrateRoot(place, <StaticHtml id="story" part={part} />, {
      onRecoverableError: (error) => expect.unreachable(String(error)),
    })
  })
  expect(screen.getByText('From the server.')).toBe(paragraph)
  expect(part).not.toHaveBeenCalled()
  place.remove()
})

test('a visitor from another page gets it rendered', () => {
  render(<StaticHtml id="story" part={Part} />)
  expect(screen.getByText('Only to be read.')).toBeVisible()
})
