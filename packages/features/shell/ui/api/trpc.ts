import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client'
import type { AppRouter } from '#server.ts'
import { accountHeaders } from '#session/ui/page-account.ts'
import { addIdempotencyKey, idempotencyHeader, isIdempotent } from './idempotent-calls.ts'

const transport = { url: '/api/trpc', methodOverride: 'POST', fetch: fetchWithTimeout } as const

/** Its result may be another account than the page's. */
const asksForSession = (calls: readonly { path: string }[]) => calls.some(({ path }) => path === 'auth.session')

/** Posts queries too: a ticket in a URL would end up in logs. Calls with an idempotency key (a header) are not batched. */
export const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: isIdempotent,
      true: [addIdempotencyKey, httpLink({ ...transport, headers: idempotencyHeader })],
      false: httpBatchLink({
        ...transport,
        maxItems: 10,
        headers: ({ opList }) => (asksForSession(opList) ? {} : accountHeaders()),
      }),
    }),
  ],
})
