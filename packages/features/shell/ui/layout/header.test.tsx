import { pathInLocale } from '@duo/platform/shared/locale.ts'
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SessionProvider } from '#session/ui/session-provider.tsx'
import { createSessionStore, type Viewer } from '#session/ui/session-store.ts'
import type { PageContext } from '../pages/page-context.ts'
import { startShell } from '../script/start-shell.ts'
import { Header } from './header.tsx'

const ana: Viewer = { id: '1', email: 'ana@example.com', name: 'Ana Souza', expiresAt: 4e9 }

async function page(at = '/', viewer: Viewer | null = null, contact?: string) {
  const root = createRootRouteWithContext<PageContext>()({
    component: () => (
      <SessionProvider>
        <Header locale="en" paths={{ en: at, pt: pathInLocale(at, 'pt') }} />
      </SessionProvider>
    ),
  })
  const paths = ['/', '/pricing', '/blog', '/blog/en/goduoai-revolution', '/auth', '/marketplace', '/account'].map((path) =>
    createRoute({ getParentRoute: () => root, path }),
  )
  const talk = createRoute({ getParentRoute: () => root, path: '/chat/1', staticData: { navigation: 'member' } })
  const router = createRouter({
    routeTree: root.addChildren([...paths, talk]),
    history: createMemoryHistory({ initialEntries: [at] }),
    context: {
      origin: '',
      api: () => Promise.reject(new Error('unexpected call')),
      auth: createSessionStore(viewer),
      dataController: { name: undefined, contact },
      AccountSlot: ({ viewer }: { viewer: Viewer | null }) => <button type="button">{viewer?.name}</button>,
    },
  })
  // cast: the registered router type is the app's; this one only provides a context for links
  render(<RouterProvider router={router as never} />)
  const header = await screen.findByRole('banner')
  startShell(stop.signal)
  return header
}

async function openMenu() {
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Open menu' })
  await user.click(button)
  return { user, button, menu: await screen.findByRole('dialog', { name: 'Menu' }) }
}

function scrollTo(y: number) {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
  fireEvent.scroll(window)
}
let stop = new AbortController()
beforeEach(() => {
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  vi.restoreAllMocks()
  scrollTo(0)
})

const places = [
  ['Product', '/#product'],
  ['How it works', '/#how-it-works'],
  ['Pricing', '/pricing'],
  ['Blog', '/blog'],
  ['Community', '/community'],
  ['Sign in', '/auth?mode=sign-in'],
  ['Join the waitlist', '/#email-collection'],
] as const

test('links to home and to every section', async () => {
  const header = await page('/pricing')
  expect(screen.getByRole('link', { name: 'Duo, home page' })).toHaveAttribute('href', '/')
  for (const [name, href] of places) expect(within(header).getByRole('link', { name })).toHaveAttribute('href', href)
})

test('marks only the current page', async () => {
  const header = await page('/pricing')
  expect(within(header).getByRole('link', { name: 'Pricing' })).toHaveAttribute('aria-current', 'page')
  expect(within(header).getByRole('link', { name: 'Blog' })).not.toHaveAttribute('aria-current')
})

test('marks a section on its own page, but not on its subpages', async () => {
  const marks = async (at: string) =>
    within(await page(at))
      .getByRole('link', { name: 'Blog' })
      .getAttribute('aria-current')
  expect(await marks('/blog')).toBe('page')
  cleanup()
  expect(await marks('/blog/en/goduoai-revolution')).toBeNull()
})

test('an anchor link is never marked as the current page, not even on its own page', async () => {
  const header = await page('/#product')
  expect(within(header).getByRole('link', { name: 'Product' })).not.toHaveAttribute('aria-current')
})

test('hides when scrolling down, returns when scrolling up, and stays visible during scroll restoration', async () => {
  const header = await page()
  scrollTo(90)
  expect(header).not.toHaveAttribute('data-hidden')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000)
  scrollTo(120)
  expect(header).toHaveAttribute('data-hidden')
  scrollTo(100)
  expect(header).not.toHaveAttribute('data-hidden')
  expect(header).toHaveAttribute('data-raised')
})

test('hides when scrolling down past 10 pixels, without a shadow before 50', async () => {
  const header = await page()
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000)
  scrollTo(10)
  expect(header).not.toHaveAttribute('data-hidden')
  scrollTo(11)
  expect(header).toHaveAttribute('data-hidden')
  scrollTo(49)
  expect(header).not.toHaveAttribute('data-raised')
  scrollTo(50)
  expect(header).toHaveAttribute('data-raised')
})

test('the menu lists every section and both languages', async () => {
  await page()
  const { menu } = await openMenu()
  for (const [name, href] of places) expect(within(menu).getByRole('link', { name })).toHaveAttribute('href', href)
  expect(within(menu).getByRole('link', { name: 'Português' })).toHaveAttribute('href', '/pt')
})

test.each([
  [undefined, ['/pricing#questions-title']],
  ['hello@duo.test', ['/pricing#questions-title', '/privacy#who']],
])('the menu leads to the common questions, and to the contact where there is one (%s)', async (contact, hrefs) => {
  await page('/', null, contact)
  const { menu } = await openMenu()
  const links = within(menu).getAllByRole('link', { name: /^(Common questions|Contact)$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(hrefs)
})

test('the menu closes when an item is tapped and returns the focus', async () => {
  await page()
  const { user, button, menu } = await openMenu()
  await user.click(within(menu).getByRole('link', { name: 'How it works' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(button).toHaveFocus())
})

test('the menu closes on Escape and returns the focus', async () => {
  await page()
  const { user, button } = await openMenu()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await waitFor(() => expect(button).toHaveFocus())
})

test('shows a signed-in user the account instead of sign-in, in the header and in the menu', async () => {
  const header = await page('/', ana)
  expect(within(header).getByRole('button', { name: 'Ana Souza' })).toBeVisible()
  expect(within(header).queryByRole('link', { name: 'Sign in' })).toBeNull()
  expect(within(header).queryByRole('link', { name: 'Join the waitlist' })).toBeNull()
  const { menu } = await openMenu()
  expect(within(menu).getByRole('link', { name: 'Marketplace' })).toHaveAttribute('href', '/marketplace')
  expect(within(menu).getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
  expect(within(menu).getByRole('link', { name: 'Your conversations' })).toHaveAttribute('href', '/chat')
  // whom this browser or the session knows as a member: CSS hides them else
  expect(within(menu).getByRole('link', { name: /^Your place/ })).toHaveAttribute('href', '/waitlist')
  expect(within(header).getAllByRole('link', { name: /^Your place/ })).toHaveLength(2)
  expect(within(menu).queryByRole('link', { name: 'Sign in' })).toBeNull()
})

test('a conversation keeps the way home, to the marketplace and to the account, without what advertises the product', async () => {
  const header = await page('/chat/1', ana)
  expect(within(header).getByRole('link', { name: /^Duo/ })).toHaveAttribute('href', '/')
  const links = within(within(header).getByRole('navigation')).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Marketplace'])
  expect(within(header).getByRole('button', { name: 'Ana Souza' })).toBeVisible()
})
