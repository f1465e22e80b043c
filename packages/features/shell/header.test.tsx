import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Header } from './header.tsx'

async function page() {
  const root = createRootRoute({ component: () => <Header locale="en" path="/" /> })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  // the app's own router is registered for types; this one only gives the links something to stand in
  render(<RouterProvider router={router as never} />)
  return await screen.findByRole('banner')
}

function scrollTo(y: number) {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
  fireEvent.scroll(window)
}
afterEach(() => scrollTo(0))

test('leads to the join section and home', async () => {
  await page()
  expect(screen.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute('href', '/#email-collection')
  expect(screen.getByRole('link', { name: 'Duo, home page' })).toHaveAttribute('href', '/')
})

test('goes away on the way down and comes back on the way up', async () => {
  const header = await page()
  scrollTo(120)
  expect(header).toHaveAttribute('data-hidden')
  scrollTo(100)
  expect(header).not.toHaveAttribute('data-hidden')
  expect(header).toHaveAttribute('data-raised')
})

test('the menu opens as a dialog, closes on a tapped item and gives the focus back', async () => {
  await page()
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Open menu' })
  await user.click(button)
  await screen.findByRole('dialog', { name: 'Menu' })
  const items = screen.getAllByRole('link', { name: 'Join the waitlist' })
  await user.click(items.at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(button).toHaveFocus())
})
