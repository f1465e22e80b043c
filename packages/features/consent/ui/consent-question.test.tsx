import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { currentConsent, saveConsent } from './consent.ts'
import { ConsentQuestion } from './consent-question.tsx'
import { startQuestion } from './consent-script.ts'
import { CookieSettingsButton, CookieSettingsDialog } from './cookie-settings.tsx'
import { startConsent } from './start-consent.ts'

const container = 'GTM-AB12CD3'
const reload = vi.fn()

let stop = new AbortController()

/** A page with the question, given a container, and the settings at its foot. */
async function page({ gtmId }: { gtmId?: string | undefined } = { gtmId: container }) {
  const root = createRootRoute({
    component: () => (
      <>
        <ConsentQuestion container={gtmId} />
        <main id="content" tabIndex={-1} />
        <CookieSettingsButton className="mine" />
        <CookieSettingsDialog isConfigurable={gtmId !== undefined} />
      </>
    ),
  })
  const privacy = createRoute({ getParentRoute: () => root, path: '/privacy' })
  const router = createRouter({ routeTree: root.addChildren([privacy]), history: createMemoryHistory() })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('main')
  stop = new AbortController()
  startConsent(stop.signal)
  if (gtmId) startQuestion(gtmId, stop.signal, reload)
  return userEvent.setup()
}

const question = () => screen.queryByRole('region', { name: 'May we count your visit?' })
const script = () => document.querySelector<HTMLScriptElement>('script[src*="googletagmanager"]')
const commands = () =>
  ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [])
    .filter((entry) => Object.prototype.toString.call(entry) === '[object Arguments]')
    .map((entry) => Array.from(entry))
const lastUpdate = () => commands().findLast(([, kind]) => kind === 'update')?.[2]

const setCookie = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a tag does
  document.cookie = text
}
const dropCookies = () => {
  for (const name of document.cookie.split('; ').map((pair) => pair.split('=', 1)[0])) setCookie(`${name}=; path=/; max-age=0`)
}

// jsdom loads no scripts, so these tests look at the element
afterEach(() => {
  stop.abort()
  reload.mockClear()
  dropCookies()
  script()?.remove()
  Reflect.deleteProperty(window, 'dataLayer')
  Reflect.deleteProperty(navigator, 'globalPrivacyControl')
})

test('asks with equally styled buttons, and loads nothing before a choice or on Escape', async () => {
  const user = await page()
  const box = within(question() as HTMLElement)
  const [no, yes] = [box.getByRole('button', { name: 'Refuse' }), box.getByRole('button', { name: 'Accept' })]
  expect(no.className).toBe(yes.className)
  no.focus()
  await user.keyboard('{Escape}')
  expect(question()).toBeInTheDocument()
  expect(currentConsent()).toBeUndefined()
  expect(script()).toBeNull()
  expect(commands()[0]?.slice(0, 2)).toEqual(['consent', 'default'])
  expect(Object.values(lastUpdate() as Record<string, unknown>).filter((value) => value === 'granted')).toHaveLength(1)
})

test('accepting stores the choice, loads the container after denying everything by default, and focuses the page', async () => {
  const user = await page()
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(question()).not.toBeInTheDocument()
  expect(screen.getByText(/Your choice is saved/)).toBeInTheDocument()
  expect(currentConsent()).toMatchObject({ analytics: true, marketing: true })
  expect(script()?.src).toBe(`https://www.googletagmanager.com/gtm.js?id=${container}`)
  expect(commands()[0]).toMatchObject([
    'consent',
    'default',
    { ad_storage: 'denied', analytics_storage: 'denied', ad_user_data: 'denied' },
  ])
  expect(lastUpdate()).toMatchObject({ ad_storage: 'granted', ad_personalization: 'granted', analytics_storage: 'granted' })
  expect(screen.getByRole('main')).toHaveFocus()
})

test('rejecting stores the choice and loads nothing', async () => {
  const user = await page()
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(question()).not.toBeInTheDocument()
  expect(currentConsent()).toMatchObject({ analytics: false, marketing: false })
  expect(script()).toBeNull()
  expect(reload).not.toHaveBeenCalled()
})

test('a visitor who has answered is not asked again, and allowed purposes are loaded', async () => {
  saveConsent({ analytics: true, marketing: false })
  await page()
  expect(question()).not.toBeInTheDocument()
  expect(script()).not.toBeNull()
  expect(lastUpdate()).toMatchObject({ ad_storage: 'denied', analytics_storage: 'granted' })
})

test('asks once per page in a browser that stores no cookies', async () => {
  const user = await page()
  const setter = vi.spyOn(document, 'cookie', 'set').mockImplementation(() => {})
  onTestFinished(() => setter.mockRestore())
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(currentConsent()).toBeUndefined()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(question()).not.toBeInTheDocument()
})

test('loads the container once, even if the choice changes', async () => {
  const user = await page()
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  saveConsent({ analytics: true, marketing: false })
  expect(lastUpdate()).toMatchObject({ ad_storage: 'denied', analytics_storage: 'granted' })
  expect(document.querySelectorAll('script[src*="googletagmanager"]')).toHaveLength(1)
})

test('purposes are off by default, and only the selected ones are allowed', async () => {
  const user = await page()
  await user.click(screen.getByRole('button', { name: 'Choose one by one' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cookie settings' }))
  const analytics = dialog.getByRole('checkbox', { name: 'Analytics' })
  expect(analytics).not.toBeChecked()
  expect(dialog.getByRole('checkbox', { name: 'Marketing' })).not.toBeChecked()
  expect(dialog.getByRole('button', { name: 'Refuse both' }).className).toBe(
    dialog.getByRole('button', { name: 'Accept both' }).className,
  )
  await user.click(analytics)
  await user.click(dialog.getByRole('button', { name: 'Save my choice' }))
  expect(currentConsent()).toMatchObject({ analytics: true, marketing: false })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(question()).not.toBeInTheDocument()
  expect(script()).not.toBeNull()
  expect(lastUpdate()).toMatchObject({ ad_storage: 'denied', analytics_storage: 'granted' })
})

test('closing the settings saves no choice and returns the focus', async () => {
  const user = await page()
  const button = screen.getByRole('button', { name: 'Cookie settings' })
  expect(button).toHaveClass('mine')
  await user.click(button)
  await screen.findByRole('dialog')
  await user.click(screen.getByRole('checkbox', { name: 'Marketing' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(button).toHaveFocus())
  expect(currentConsent()).toBeUndefined()
  expect(question()).toBeInTheDocument()
})

test('revoking one purpose denies it and deletes its cookies at once; the other stays', async () => {
  saveConsent({ analytics: true, marketing: true })
  const user = await page()
  for (const name of ['_ga', '_ga_AB12', '_gid', '_gcl_au', 'lang']) setCookie(`${name}=1; path=/`)
  await user.click(screen.getByRole('button', { name: 'Cookie settings' }))
  await screen.findByRole('dialog')
  expect(screen.getByText(/You chose on/)).toBeInTheDocument()
  await user.click(screen.getByRole('checkbox', { name: 'Analytics' }))
  await user.click(screen.getByRole('button', { name: 'Save my choice' }))
  expect(lastUpdate()).toMatchObject({ ad_storage: 'granted', analytics_storage: 'denied' })
  expect(document.cookie).not.toMatch(/_ga|_gid/)
  expect(document.cookie).toMatch(/_gcl_au=1/)
  expect(document.cookie).toMatch(/lang=1/)
  expect(reload).not.toHaveBeenCalled()
})

test('revoking everything denies it, deletes the cookies and reloads the page without the tags', async () => {
  saveConsent({ analytics: true, marketing: true })
  const user = await page()
  for (const name of ['_ga', '_gcl_au']) setCookie(`${name}=1; path=/`)
  await user.click(screen.getByRole('button', { name: 'Cookie settings' }))
  await screen.findByRole('dialog')
  await user.click(screen.getByRole('button', { name: 'Refuse both' }))
  expect(lastUpdate()).toMatchObject({ ad_storage: 'denied', analytics_storage: 'denied' })
  expect(document.cookie).not.toMatch(/_g/)
  expect(reload).toHaveBeenCalledOnce()
})

test('with an opt-out signal, the visitor is not asked and nothing loads, but opting in still works', async () => {
  Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })
  const user = await page()
  expect(question()).not.toBeInTheDocument()
  expect(script()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cookie settings' }))
  expect(await screen.findByText(/Your browser asks sites not to track you/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Accept both' }))
  expect(script()).not.toBeNull()
})

test('a choice made in another tab applies when this tab becomes visible again', async () => {
  await page()
  setCookie(`consent=1.${Math.floor(Date.now() / 1000)}.analytics; path=/`)
  expect(question()).toBeInTheDocument()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(question()).not.toBeInTheDocument()
  expect(script()).not.toBeNull()
})

test('without a container the settings state that there is nothing to choose', async () => {
  const user = await page({})
  await user.click(screen.getByRole('button', { name: 'Cookie settings' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveAccessibleDescription(/nothing to choose/)
  expect(within(dialog).queryByRole('checkbox')).not.toBeInTheDocument()
})
