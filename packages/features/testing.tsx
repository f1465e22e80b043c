import { type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import type { AppRouter } from './server.ts'
import type { PageContext } from './shell/page-context.ts'

const origin = 'http://localhost:3000'
const endpoint = `${origin}/api/trpc`

type Inputs = inferRouterInputs<AppRouter>
type Answers = inferRouterOutputs<AppRouter>

/** A failed call, as the server's formatter writes it. */
class CallFailure extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}

/** Throw it from a handler to answer as the server does when a call fails. */
export const callFailure = (code: ErrorCode) => new CallFailure(code)

/**
 * An msw handler for one mutation, typed by the router: `onMutation('waitlist', 'join', (input) => answer)`. A handler that
 * takes or answers something else than the procedure does not compile.
 */
export function onMutation<F extends keyof Inputs & keyof Answers, N extends keyof Inputs[F] & keyof Answers[F] & string>(
  feature: F & string,
  name: N,
  answer: (input: Inputs[F][N]) => Answers[F][N] | Promise<Answers[F][N]>,
) {
  return http.post(`${endpoint}/${feature}.${name}`, async ({ request }) => {
    try {
      return HttpResponse.json({ result: { data: await answer((await request.json()) as Inputs[F][N]) } })
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      const status = errorStatus[failure.code]
      return HttpResponse.json(
        { error: { message: failure.code, code: -32600, data: { appCode: failure.code, httpStatus: status } } },
        { status },
      )
    }
  })
}

/** Renders a part of a page with the router and the client that pages have. */
export async function renderPart(part: ReactNode, context: Partial<PageContext> = {}) {
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: endpoint })] })
  const rootRoute = createRootRouteWithContext<PageContext>()({ component: () => part })
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory(),
    context: { origin, api: async () => client, ...context },
  })
  await router.load()
  return render(<RouterProvider router={router as never} />)
}
