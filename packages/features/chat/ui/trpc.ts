import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '../../server.ts'

/** The procedures as hooks; below `Connection` only. */
export const trpc = createTRPCReact<AppRouter>()
