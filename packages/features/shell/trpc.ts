import { createTRPCClient, httpBatchLink } from '@trpc/client'
import type { AppRouter } from '../server.ts'

/** The browser's client; inputs and answers are the router's own types. */
export const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/api/trpc', maxItems: 10 })] })
