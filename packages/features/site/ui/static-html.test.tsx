import { render, screen } from '@testing-library/react'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { StaticHtml } from './static-html.tsx'

const Part = () => <p>Only to be read.</p>

test('the browser keeps server-rendered HTML and never renders the part', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  // differs from what the part would render
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

test('renders the part after client-side navigation', () => {
  render(<StaticHtml id="story" part={Part} />)
  expect(screen.getByText('Only to be read.')).toBeVisible()
})
