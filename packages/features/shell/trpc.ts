import { patientFetch } from '@duo/platform/browser/patient-fetch.ts'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import type { AppRouter } from '../server.ts'

/**
 * The browser's client; inputs and answers are the router's own types. Queries are posted too: what they ask with can be a ticket,
 * and addresses end up in logs and histories.
 */
export const client = createTRPCClient<AppRouter>({
  links: [httpBatchLink({ url: '/api/trpc', maxItems: 10, methodOverride: 'POST', fetch: patientFetch })],
})
