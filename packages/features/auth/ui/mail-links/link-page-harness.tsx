import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { HttpResponse, http } from 'msw'
import { type ComponentType, StrictMode } from 'react'
import type { AppRouter } from '#server.ts'
import { SessionProvider } from '#session/ui/session-provider.tsx'
import { createSessionStore } from '#session/ui/session-store.ts'
import type { PageContext } from '#shell/ui/pages/page-context.ts'

/** Bodies that the handlers received. Test files share it: each empties it before its tests. */
export const requests: unknown[] = []

type Answers = inferRouterOutputs<AppRouter>['auth']

/** Returns a handler that stores the input of an account call and gives the answer. */
export const answerOf = <Name extends keyof Answers>(name: Name, answer: Answers[Name]) =>
  http.post(`http://localhost:3000/api/trpc/auth.${name}`, async ({ request }) => {
    requests.push(await request.json())
    return HttpResponse.json({ result: { data: answer } })
  })

/** Renders the page of a mailed link in StrictMode, which runs every effect twice. */
export async function open(path: string, token: string, Page: ComponentType, state: unknown = null) {
  window.history.replaceState(state, '', `${path}${token && `#${token}`}`)
  const [pathname = ''] = path.split('?')
  const client = createTRPCClient<AppRouter>({
    links: [httpLink({ url: 'http://localhost:3000/api/trpc', methodOverride: 'POST' })],
  })
  const root = createRootRouteWithContext<PageContext>()()
  const page = createRoute({
    getParentRoute: () => root,
    path: pathname,
    component: () => (
      <SessionProvider>
        <Page />
      </SessionProvider>
    ),
  })
  const others = ['/', '/auth', '/auth/recover', '/auth/second-step', '/account', '/marketplace']
    .filter((to) => to !== pathname)
    .map((to) => createRoute({ getParentRoute: () => root, path: to, component: () => `at ${to}` }))
  const auth = createSessionStore(null)
  const router = createRouter({
    routeTree: root.addChildren([page, ...others]),
    history: createMemoryHistory({ initialEntries: [path] }),
    context: { origin: '', api: async () => client, auth, AccountSlot: () => null },
  })
  await router.load()
  const { unmount } = render(
    <StrictMode>
      <RouterProvider router={router as never} />
    </StrictMode>,
  )
  return { router, auth, typist: userEvent.setup(), unmount }
}
