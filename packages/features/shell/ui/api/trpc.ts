import { fetchWithTimeout } from '@duo/platform/browser/fetch-with-timeout.ts'
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client'
import type { AppRouter } from '../../../server.ts'
import { addIdempotencyKey, idempotencyHeader, isIdempotent } from './idempotent-calls.ts'

const transport = { url: '/api/trpc', methodOverride: 'POST', fetch: fetchWithTimeout } as const

/**
 * The browser's client; inputs and answers are the router's own types. Queries are posted too: what they ask with can be a ticket,
 * and addresses end up in logs and histories. A call with an idempotency key goes alone, because the key is a header.
 */
export const client = createTRPCClient<AppRouter>({
  links: [
    splitLink({
      condition: isIdempotent,
      true: [addIdempotencyKey, httpLink({ ...transport, headers: idempotencyHeader })],
      false: httpBatchLink({ ...transport, maxItems: 10 }),
    }),
  ],
})
