import type { Api, DataController, NoScriptJoin } from '@duo/features/client'

export type { DataController, NoScriptJoin as PostedJoin }

import type { Locale } from '@duo/platform/shared/locale.ts'
import type { createRequestHandler } from '@tanstack/react-router/ssr/server'

/** Per route: scripts to preload, style sheets and the entry script. */
export type RouterManifest = Exclude<
  ReturnType<NonNullable<Parameters<typeof createRequestHandler>[0]['getRouterManifest']>>,
  Promise<unknown>
>

export interface Manifests {
  app: RouterManifest
  document: RouterManifest
}

/** Types only: the server must not import the bundle's source. */
export interface RenderOptions {
  request: Request
  api: Api
  locale: Locale
  nonce: string
  origin: string
  requestId: string
  formKey?: string | undefined
  postedJoin?: NoScriptJoin | undefined
  gtmId?: string | undefined
  dataController: DataController
  studio: 'off' | 'invited' | 'on'
  manifests: Manifests
  onRoute: (route: { id: string; dependsOnQuery: boolean }) => void
  /** Called for a failure that the visitor sees, as an error page or as missing data. */
  onError: (error: unknown) => void
}

export interface RenderedResponse {
  status: number
  /** Of a redirect. */
  location: string | null
  html: string
}

export interface RenderModule {
  render: (options: RenderOptions) => Promise<RenderedResponse>
  pageFiles: () => Record<string, string>
}
