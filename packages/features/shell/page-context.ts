import type { Locale } from '@duo/platform/shared/locale.ts'
import type { TRPCClient } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../server.ts'

/** The procedures, in process on the server and over HTTP in the browser; loaded when first needed there. */
export type Api = () => Promise<TRPCClient<AppRouter>>

type JoinAnswer = inferRouterOutputs<AppRouter>['waitlist']['join']

/** What came of a form that was posted without scripts; the page shows it in the form's place. */
export interface PostedJoin {
  email: string
  /** The friend's code that came with it: the form on this page carries it on, whose address no longer does. */
  code: string | null
  /** The procedure's answer, `invalid` for an address that is none, `failed` for everything that can be tried again. */
  answer: JoinAnswer | 'invalid' | 'failed'
}

/** What a page's loader may answer beside its data: the page's path in each language, where that is not the same path. */
export interface Translated {
  translations: Record<Locale, string> | null
}

/** What every loader and page head can use. */
export interface PageContext {
  api: Api
  /** The public address, for canonical links. */
  origin: string
  /** The tag manager's container; without one nothing is tracked. `<html data-gtm>` carries it from the server to the browser. */
  gtmId?: string | undefined
  /** Known while the server renders. */
  requestId?: string
  /** Set when this page answers a posted form. */
  postedJoin?: PostedJoin | undefined
}
