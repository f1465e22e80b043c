import type { TRPCClient } from '@trpc/client'
import type { AppRouter } from '../server.ts'

/** The procedures, in process on the server and over HTTP in the browser; loaded when first needed there. */
export type Api = () => Promise<TRPCClient<AppRouter>>

/** What every loader and page head can use. */
export interface PageContext {
  api: Api
  /** The public address, for canonical links. */
  origin: string
  /** Known while the server renders. */
  requestId?: string
}
