import { localeFromTag, localizePath } from '@duo/platform/shared/locale.ts'
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { vi } from 'vitest'
import { createSessionStore } from '#session/ui/session-store.ts'
import type { PageContext } from '#shell/ui/pages/page-context.ts'
import { startSignIn } from '../sign-in-script/sign-in-script.ts'
import { SignInPage } from './auth-page.tsx'

let stop = new AbortController()

/** Where the page has sent the browser. */
export const go = { replace: vi.fn(), assign: vi.fn(), reload: vi.fn() }

/** Runs after each test of a file that opens the page. The files share modules, so this one registers no hook. */
export function closeSignIn() {
  stop.abort()
  vi.unstubAllGlobals()
  for (const mock of Object.values(go)) mock.mockReset()
}

interface Opening {
  address?: string
  lang?: string
  confirmsEmail?: boolean
  formless?: ReactElement
  start?: (signal: AbortSignal) => unknown
}

/** Opens the sign-in page as a browser does: the server's HTML, then its script. */
export async function openSignIn({ address = '/auth', lang = 'en', confirmsEmail = true, ...parts }: Opening) {
  const { formless = <i />, start = startSignIn } = parts
  document.documentElement.lang = lang
  const url = new URL(localizePath(address, localeFromTag(lang)), 'http://localhost:3000')
  const { origin, protocol, href, pathname, search, hash } = url
  vi.stubGlobal('location', { origin, protocol, href, pathname, search, hash, ...go })
  const root = createRootRouteWithContext<PageContext>()()
  const entry = createRoute({
    getParentRoute: () => root,
    path: '/auth',
    validateSearch: (search: Record<string, string>) => search,
    loader: () => ({ providers: ['google'], confirmsEmail }),
    component: () => <SignInPage formless={formless} />,
  })
  const router = createRouter({
    routeTree: root.addChildren([entry]),
    history: createMemoryHistory({ initialEntries: [address.replace(/#.*/, '')] }),
    context: {
      origin: '',
      api: () => Promise.reject(new Error('the page calls nothing')),
      auth: createSessionStore(null),
      AccountSlot: () => null,
    },
  })
  await router.load()
  stop.abort()
  stop = new AbortController()
  document.body.innerHTML = renderToString(<RouterProvider router={router as never} />)
  start(stop.signal)
  return { typist: userEvent.setup() }
}

/** Follows a link to the sign-in page in another mode, which takes the place of this one. Returns its address. */
export async function follow(typist: ReturnType<typeof userEvent.setup>, name: string) {
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name })
  // jsdom opens no page
  link.addEventListener('click', (event) => event.preventDefault())
  await typist.click(link)
  const { pathname, search, hash } = new URL(link.href)
  const address = pathname + search + hash
  await openSignIn({ address })
  return address
}

/** The message of the whole form. */
export const message = () => document.querySelector('form [role=alert]')
