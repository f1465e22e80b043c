import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/**
 * A page whose code is loaded with its route. Its module exports `Page`. The second argument is written by the build
 * (apps/web/page-files.ts): the page's key in the client manifest, which lets its HTML preload its scripts.
 */
export function lazyPage(load: () => Promise<{ Page: ComponentType }>, pageFile?: string) {
  return Object.assign(lazyRouteComponent(load, 'Page'), { pageFile })
}

export type LazyPage = ReturnType<typeof lazyPage>
