import { type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import { type Locale, localeFromPath } from '@duo/platform/shared/locale.ts'
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { createTRPCClient, httpLink } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import type { createAppRouter } from './client.ts'
import type { SecondFactors } from './second-factor/schema.ts'
import type { AppRouter } from './server.ts'
import { SessionProvider } from './session/ui/session-provider.tsx'
import { createSessionStore, toSessionState, type Viewer } from './session/ui/session-store.ts'
import type { PageContext } from './shell/ui/pages/page-context.ts'
import type { OwnStatus } from './waitlist/schema.ts'

const origin = 'http://localhost:3000'
const endpoint = `${origin}/api/trpc`

type Inputs = inferRouterInputs<AppRouter>
type Answers = inferRouterOutputs<AppRouter>
type Procedures = AppRouter['_def']['record']

export const ana = {
  id: '1',
  email: 'ana@example.com',
  email_confirmed_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  language: 'en' as Locale,
  user_metadata: { full_name: 'Ana' },
}

/** A place on the waitlist, as the member's own session gets it. */
export const ownPlace: OwnStatus = {
  email: ana.email,
  position: 4,
  invitesLeft: 5,
  invites_count: 0,
  referral_code: 'K7Q2M9XW4T',
  referral_link: 'http://localhost:3000/?ref=K7Q2M9XW4T',
  inReview: 0,
  invitedAt: null,
  confirmed: true,
  joinedAt: '2026-11-20T12:00:00.000Z',
  explanation: { joinedAs: 4, gained: 0, others: 0, placesPerFriend: 100 },
  invitedAhead: 0,
  friends: [],
  history: [],
  mails: true,
  mailRefused: false,
  proven: true,
  ticket: 'a.b.c',
}

export const noFactors: SecondFactors = {
  passkeys: [],
  codesSince: null,
  recoveryCodesLeft: 0,
  isDemanded: false,
  recovery: null,
}

class CallFailure extends Error {
  readonly code: ErrorCode
  readonly retryAfterSeconds: number | undefined
  constructor(code: ErrorCode, retryAfterSeconds?: number) {
    super(code)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Throw it from a handler to fail the call; `retryAfterSeconds` is the server's wait time. */
export const callFailure = (code: ErrorCode, retryAfterSeconds?: number) => new CallFailure(code, retryAfterSeconds)

type Named<F extends keyof Inputs & keyof Answers, Kind extends 'query' | 'mutation' | 'subscription'> = {
  [N in keyof Inputs[F] & keyof Answers[F] & string]: N extends keyof Procedures[F]
    ? Procedures[F][N] extends { _def: { type: Kind } }
      ? N
      : never
    : never
}[keyof Inputs[F] & keyof Answers[F] & string]

/** Returns a typed msw handler for a mutation: `onMutation('waitlist', 'join', (input) => answer)`. */
export const onMutation = <F extends keyof Inputs & keyof Answers & string, N extends Named<F, 'mutation'>>(
  feature: F,
  name: N,
  answer: (input: Inputs[F][N]) => Answers[F][N] | Promise<Answers[F][N]>,
) => onCall(`${feature}.${name}`, answer)

/** Returns a typed msw handler for a query, which the browser posts. */
export const onQuery = <F extends keyof Inputs & keyof Answers & string, N extends Named<F, 'query'>>(
  feature: F,
  name: N,
  answer: (input: Inputs[F][N]) => Answers[F][N] | Promise<Answers[F][N]>,
) => onCall(`${feature}.${name}`, answer)

type Streamed<A> = A extends AsyncIterable<{ data: infer Event }> ? Event : never

/** Returns a typed msw handler for an event stream. The server then ends the stream; `'cut'` breaks the connection instead. */
export const onSubscription = <F extends keyof Inputs & keyof Answers & string, N extends Named<F, 'subscription'>>(
  feature: F,
  name: N,
  answer: (input: Inputs[F][N], write: (id: string, event: Streamed<Answers[F][N]>) => void) => Promise<unknown>,
) =>
  http.all(`${endpoint}/${feature}.${name}`, async ({ request }) => {
    const isPost = request.method === 'POST'
    const text = isPost ? await request.text() : new URL(request.url).searchParams.get('input')
    const input = JSON.parse(text ?? 'null') as Inputs[F][N]
    const body = new ReadableStream<string>({
      async start(stream) {
        stream.enqueue('event: connected\ndata: {}\n\n')
        try {
          const ended = await answer(input, (id, event) => stream.enqueue(`id: ${id}\ndata: ${JSON.stringify(event)}\n\n`))
          if (ended !== 'cut') stream.enqueue('event: return\ndata: \n\n')
        } catch (failure) {
          if (!(failure instanceof CallFailure)) throw failure
          stream.enqueue(`event: serialized-error\ndata: ${JSON.stringify(shapeOf(failure))}\n\n`)
        }
        stream.close()
      },
    }).pipeThrough(new TextEncoderStream())
    // chunked, or Node takes the end of a connection that the page leaves for the end of the answer, and fails
    return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' } })
  })

function shapeOf({ code: appCode, retryAfterSeconds }: CallFailure) {
  return { message: appCode, code: -32600, data: { appCode, httpStatus: errorStatus[appCode], retryAfterSeconds } }
}

function onCall<Input, Answer>(procedure: string, answer: (input: Input) => Answer | Promise<Answer>) {
  return http.post(`${endpoint}/${procedure}`, async ({ request }) => {
    try {
      const body = await request.text()
      const input = (body === '' ? undefined : (JSON.parse(body) as unknown)) as Input
      return HttpResponse.json({ result: { data: await answer(input) } })
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      const { code, retryAfterSeconds: wait } = failure
      const headers = new Headers(wait === undefined ? [] : [['Retry-After', String(wait)]])
      return HttpResponse.json({ error: shapeOf(failure) }, { status: errorStatus[code], headers })
    }
  })
}

const createClient = () => createTRPCClient<AppRouter>({ links: [httpLink({ url: endpoint, methodOverride: 'POST' })] })

/** Renders a part with the router and client of a page. */
export async function renderPart(part: ReactNode, context: Partial<PageContext> = {}) {
  const client = createClient()
  const rootRoute = createRootRouteWithContext<PageContext>()({ component: () => <SessionProvider>{part}</SessionProvider> })
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory(),
    context: { origin, api: async () => client, auth: createSessionStore(null), AccountSlot: () => null, ...context },
  })
  await router.load()
  const rendered = render(<RouterProvider router={router as never} />)
  // as in the server's HTML; React in a browser puts a template's children outside of its content
  for (const template of document.querySelectorAll('template')) template.content.append(...template.childNodes)
  return { ...rendered, router }
}

/**
 * Renders the whole product at an address, like a hydrated page, and returns the router. A null viewer is signed out; `undefined` is a page
 * without session state. Tests pass the router's constructor, so that tests of a part need not load every route.
 */
export async function renderPage(makeRouter: typeof createAppRouter, address: string, viewer: Viewer | null | undefined) {
  window.history.replaceState(null, '', address)
  const client = createClient()
  const locale = localeFromPath(address)
  document.documentElement.lang = locale
  const router = makeRouter({ api: async () => client, locale, origin: 'https://duo.example' })
  await router.options.hydrate?.({ auth: toSessionState(null, viewer) })
  await router.load()
  render(<RouterProvider router={router} />, { container: document as never })
  return router
}
