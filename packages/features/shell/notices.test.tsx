import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPart } from '../testing.tsx'
import { FailurePage } from './failure-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

test('an unknown address says so in the spec’s words and leads home', async () => {
  await renderPart(<NotFoundPage />)
  expect(screen.getByText('404')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  expect(document.title).toBe('Page not found – Duo')
})

test('a failure says so in the spec’s words, names the request, asks again, leads home and never shows what broke', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('secret internals')
  await renderPart(<FailurePage error={error} reset={() => {}} />, { requestId: '1b2c' })
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  expect(screen.getByText(/1b2c/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(document.body).not.toHaveTextContent('secret internals')
  expect(told).toHaveBeenCalledWith(error)
})
