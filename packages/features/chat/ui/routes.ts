import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireSession } from '../../session/ui/require-session.ts'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'

/** Signed-in pages that ask while they are open: below it live the procedures' hooks, which no other page carries. */
const connectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'connected',
  beforeLoad: requireSession,
  component: lazyPage(() => import('./trpc-provider.tsx')),
})

// written once: each import() costs every page's first script the list of what it needs
const conversationPage = () => import('./conversation-page.tsx')
const sharedPage = () => import('./share/shared-page.tsx')

// the page writes its own head and says itself what it does while it waits and where there is nothing: see conversation-page.tsx
const conversationRoute = createRoute({
  getParentRoute: () => connectedRoute,
  path: '/chat/$conversationId',
  loader: ({ context, params }) =>
    import('./conversation-loader.ts').then(({ loadConversation }) => loadConversation(context, params.conversationId)),
  // what was said meanwhile is the page's business
  staleTime: 0,
  // and what it was opened with is not what it has become: a way back shows neither an empty conversation nor tokens long spent
  gcTime: 0,
  component: lazyPage(() => import('./conversation-page.tsx')),
  pendingComponent: lazyRouteComponent(conversationPage, 'Waiting'),
  notFoundComponent: lazyRouteComponent(conversationPage, 'Missing'),
})

// a public link, which may have ended: it writes its own head too, and is kept nowhere
const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$token',
  loader: ({ context, params }) => sharedPage().then(({ loadShared }) => loadShared(context, params.token)),
  staleTime: 0,
  gcTime: 0,
  component: lazyPage(() => import('./share/shared-page.tsx')),
  notFoundComponent: lazyRouteComponent(sharedPage, 'Ended'),
})

export const chatRoutes = [connectedRoute.addChildren([conversationRoute]), sharedRoute]
