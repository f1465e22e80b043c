import type { Locale } from '@duo/platform/shared/locale.ts'
import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { TRPCClient } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { createContext, type ElementType, useContext } from 'react'
import type { AppRouter } from '#server.ts'
import type { SessionDependencies } from '#session/ui/session-dependencies.ts'
import type { Viewer } from '#session/ui/session-store.ts'

export type Api = () => Promise<TRPCClient<AppRouter>>

type JoinResult = inferRouterOutputs<AppRouter>['waitlist']['join']

export interface NoScriptJoin {
  email: string
  /** Invitation code of the posted form, since the page's URL no longer has it. */
  code: string | null
  /** `invalid`: not an e-mail address. `failed`: can be retried; `message` explains a rate limit. */
  answer: JoinResult | 'invalid' | 'failed' | { error: 'failed'; message: string }
}

declare module '@tanstack/react-router' {
  interface HistoryState {}
}

/** Returned by loaders whose path differs per language. */
export interface Translated {
  translations: Record<Locale, string> | null
}

export interface DataController {
  name: string | undefined
  contact: string | undefined
}

export interface PageContext extends SessionDependencies {
  api: Api
  /** Injected, because the account feature depends on the shell. Without a viewer, the script fills it in. */
  AccountSlot: ElementType<{ viewer: Viewer | null; className: string }>
  origin: string
  /** Set by the browser's app, which leaves documents to the server. */
  inBrowser?: boolean
  /** Google Tag Manager container; nothing is tracked without one. Passed to the browser in `<html data-gtm>`. */
  gtmId?: string | undefined
  /** Named on the legal pages. Passed to the browser in `<html data-controller data-contact>`. */
  dataController?: DataController | undefined
  /** Which accounts may make agents of their own (STUDIO). Passed to the browser in `<html data-studio>`. */
  studio?: 'off' | 'invited' | 'on'
  requestId?: string
  /** Called on the server for a failure that the page shows in place of data. */
  onError?: (error: unknown) => void
  /** Makes a form without scripts idempotent. */
  formKey?: string | undefined
  postedJoin?: NoScriptJoin | undefined
}

/** Typed explicitly: inferring the router's type is circular and would yield `any` (docs/decisions/0025). */
// biome-ignore lint/plugin: the one place that gives the context its type
export const contextOf = (router: AnyRouter): PageContext => router.options.context as PageContext

/** For React that a document loads on demand, without a router. */
export type IslandContext = Pick<PageContext, 'api' | 'origin'>
export const IslandContext = createContext<IslandContext | null>(null)

export function usePageContext(): PageContext {
  const router = useRouter<AnyRouter>({ warn: false }) as AnyRouter | undefined
  const island = useContext(IslandContext)
  return router ? contextOf(router) : (island as PageContext)
}
