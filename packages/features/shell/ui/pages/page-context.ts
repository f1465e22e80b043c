import type { Locale } from '@duo/platform/shared/locale.ts'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { TRPCClient } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import type { ElementType } from 'react'
import type { AppRouter } from '../../../server.ts'
import type { SessionStore, Viewer } from '../../../session/ui/session-store.ts'

/** The procedures, in process on the server and over HTTP in the browser; loaded when first needed there. */
export type Api = () => Promise<TRPCClient<AppRouter>>

type JoinAnswer = inferRouterOutputs<AppRouter>['waitlist']['join']

/** What came of a form that was posted without scripts; the page shows it in the form's place. */
export interface NoScriptJoin {
  email: string
  /** The friend's code that came with it: the form on this page carries it on, whose address no longer does. */
  code: string | null
  /**
   * The procedure's answer, `invalid` for an address that is none, what is said where too many came from one network, `failed` for
   * everything else that can be tried again.
   */
  answer: JoinAnswer | 'invalid' | 'failed' | { error: 'failed'; message: string }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The person comes from confirming the address of a new account. */
    welcome?: boolean | undefined
    /** The conversation that was to be shown here could not be loaded. */
    conversationFailed?: boolean | undefined
  }
}

/** What a page's loader may answer beside its data: the page's path in each language, where that is not the same path. */
export interface Translated {
  translations: Record<Locale, string> | null
}

/** What every loader and page head can use. */
export interface PageContext {
  api: Api
  /** Who is in front of the page. */
  auth: SessionStore
  /**
   * The header's account button, which only signed-in people load. Handed in, because accounts stand on the shell and not the other way
   * round. `preload` fetches it.
   */
  AccountSlot: ElementType<{ viewer: Viewer }> & { preload?: () => Promise<void> | undefined }
  /** The public address, for canonical links. */
  origin: string
  /** The tag manager's container; without one nothing is tracked. `<html data-gtm>` carries it from the server to the browser. */
  gtmId?: string | undefined
  /** Known while the server renders. */
  requestId?: string
  /** Told, while the server renders, of a failure that the page shows in place of some of its data. */
  onError?: (error: unknown) => void
  /** What makes a form that is posted twice without scripts one call; set while the server renders. */
  formKey?: string | undefined
  /** Set when this page answers a posted form. */
  postedJoin?: NoScriptJoin | undefined
}

/**
 * The context of a router, typed without asking what type the router has: that type is made of every route, and where the compiler looks
 * at a screen before it knows them all, `options.context` and every call below it would be `any` (docs/decisions/0025).
 */
// biome-ignore lint/plugin: the one place that gives the context its type
export const contextOf = (router: AnyRouter): PageContext => router.options.context as PageContext

/** The context of the page around this part. */
export const usePageContext = (): PageContext => contextOf(useRouter<AnyRouter>())
