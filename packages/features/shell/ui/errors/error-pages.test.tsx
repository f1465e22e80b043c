import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderPart } from '#testing.tsx'
import type { PageContext } from '../pages/page-context.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

test('an unknown path shows the spec’s text and a link home', async () => {
  await renderPart(<NotFoundPage />)
  expect(screen.getByText('404')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  expect(document.title).toBe('Page not found – Duo')
})

test('a failure shows the spec’s text, the request id, retry and home, but never the error', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('secret internals')
  await renderPart(<ErrorPage error={error} reset={() => {}} />, { requestId: '1b2c' })
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
  expect(screen.getByText(/1b2c/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(document.body).not.toHaveTextContent('secret internals')
  expect(errors).toHaveBeenCalledWith(error)
})

describe('offline', () => {
  const failure = async (lang: string) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    document.documentElement.lang = lang
    let broken = true
    const Part = () => {
      if (broken) throw new Error('Failed to fetch')
      return <p>the page</p>
    }
    const root = createRootRouteWithContext<PageContext>()({ component: Part, errorComponent: ErrorPage })
    const router = createRouter({
      routeTree: root,
      history: createMemoryHistory(),
      context: {} as PageContext,
    })
    await router.load()
    render(<RouterProvider router={router as never} />)
    return { repair: () => (broken = false) }
  }
  const line = (on: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(on)
    act(() => void window.dispatchEvent(new Event(on ? 'online' : 'offline')))
  }

  test.each([
    ['en', 'You are offline', /We will try again as soon as/],
    ['pt-BR', 'Você está sem conexão', /assim que a conexão voltar/],
  ])('explains in %s that the connection is lost, and retries when it is back', async (lang, title, text) => {
    line(false)
    const { repair } = await failure(lang)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    repair()
    line(true)
    expect(await screen.findByText('the page')).toBeVisible()
  })

  test('explains it even if the browser reports the lost connection after the failure', async () => {
    await failure('en')
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible()
    line(false)
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('You are offline'))
  })
})
