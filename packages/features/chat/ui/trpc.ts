import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '../../server.ts'

/** The procedures as hooks; below `TrpcProvider` only. */
export const trpc = createTRPCReact<AppRouter>()
