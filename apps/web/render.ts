import type { Api, NoScriptJoin } from '@duo/features/client'

export type { NoScriptJoin as PostedJoin }

import type { Locale } from '@duo/platform/shared/locale.ts'
import type { createRequestHandler } from '@tanstack/react-router/ssr/server'

/** What each route's page needs from the build: scripts to preload, style sheets, entry script. */
export type RouterManifest = Exclude<
  ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>,
  Promise<unknown>
>

/** Everything the server hands to a page's rendering. Types only: the server imports this file, never the bundle's source. */
export interface RenderOptions {
  request: Request
  api: Api
  locale: Locale
  nonce: string
  /** The public address, for canonical links. */
  origin: string
  requestId: string
  /** Makes a form that is posted twice without scripts one call. */
  formKey: string
  /** What came of a form that was posted without scripts. */
  postedJoin?: NoScriptJoin | undefined
  /** The tag manager's container. */
  gtmId?: string | undefined
  manifest: RouterManifest
  /** Told which route the address leads to, before the page is rendered. */
  onRoute: (routeId: string) => void
  /** Told about a failure that the visitor sees, as an error page or in place of some of the page's data. */
  onError: (error: unknown) => void
}

/** What the server-rendering bundle exports. */
export interface RenderModule {
  render: (options: RenderOptions) => Promise<Response>
  /** Route id → source file of its page, as the client manifest names it. */
  pageFiles: () => Record<string, string>
}
