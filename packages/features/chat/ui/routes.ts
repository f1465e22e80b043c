import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireSession } from '../../session/ui/require-session.ts'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'

/** Only pages below it load the tRPC hooks. */
const connectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'connected',
  beforeLoad: requireSession,
  component: lazyPage(() => import('./trpc-provider.tsx')),
})

/** Shared, because each import() adds its dependency list to every page's first script. */
const conversationPage = () => import('./conversation-page.tsx')
const noConversationPage = () => import('./history/no-conversation-page.tsx')
const sharedPage = () => import('./share/shared-page.tsx')

const conversationRoute = createRoute({
  getParentRoute: () => connectedRoute,
  path: '/chat/$conversationId',
  loader: ({ context, params }) =>
    loadPart(() => import('./conversation-loader.ts')).then(({ loadConversation }) =>
      loadConversation(context, params.conversationId),
    ),
  staleTime: 0,
  gcTime: 0, // no cache: going back must not show an old state and old usage
  staticData: { navigation: 'member' },
  component: lazyPage(() => import('./conversation-page.tsx')),
  pendingComponent: lazyRouteComponent(conversationPage, 'Waiting'),
  notFoundComponent: lazyRouteComponent(conversationPage, 'Missing'),
})

/** Leads to a conversation, beside which are the others; a page of its own for a member without one. */
const conversationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/chat',
  beforeLoad: requireSession,
  loader: ({ context }) => loadPart(noConversationPage).then(({ openFirst }) => openFirst(context)),
  staleTime: 0,
  gcTime: 0,
  staticData: { navigation: 'member', accountMenu: m.shell_nav_conversations },
  component: lazyPage(() => import('./history/no-conversation-page.tsx')),
})

const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$token',
  loader: ({ context, params }) => loadPart(sharedPage).then(({ loadShared }) => loadShared(context, params.token)),
  staleTime: 0,
  gcTime: 0,
  component: lazyPage(() => import('./share/shared-page.tsx')),
  notFoundComponent: lazyRouteComponent(sharedPage, 'Ended'),
})

export const chatRoutes = [connectedRoute.addChildren([conversationRoute]), conversationsRoute, sharedRoute]
