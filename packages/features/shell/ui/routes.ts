import { dark, light } from '@duo/platform/shared/brand.ts'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { Layout } from './layout/layout.tsx'
import { isDocument } from './pages/document.ts'
import type { PageContext } from './pages/page-context.ts'

export const rootRoute = createRootRouteWithContext<PageContext>()({
  /** Documents are rendered without a session, because they are the same for everyone. */
  beforeLoad: ({ context, matches }): Promise<void> | undefined =>
    context.auth.get().status === 'loading' && (context.inBrowser || !isDocument({ matches }))
      ? import('../../session/ui/session-sync.ts').then(({ initSession }) => initSession(context))
      : undefined,
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'color-scheme', content: 'light dark' },
      { name: 'theme-color', content: light.paper, media: '(prefers-color-scheme: light)' },
      { name: 'theme-color', content: dark.paper, media: '(prefers-color-scheme: dark)' },
    ],
    links: [
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
      { rel: 'manifest', href: '/site.webmanifest' },
    ],
  }),
  component: Layout,
})
