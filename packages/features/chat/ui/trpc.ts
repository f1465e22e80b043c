import { createTRPCReact } from '@trpc/react-query'
import type { AppRouter } from '../../server.ts'

/** Only below `TrpcProvider`. */
export const trpc = createTRPCReact<AppRouter>()
