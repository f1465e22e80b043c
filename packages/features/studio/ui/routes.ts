import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { createRoute } from '@tanstack/react-router'
import { requireSession } from '../../session/ui/require-session.ts'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'

/** Shared, because each import() adds its dependency list to every page's first script. */
const loaders = () => loadPart(() => import('./studio-loaders.ts'))

// the next visitor may be another member
const uncached = { beforeLoad: requireSession, staleTime: 0, gcTime: 0 } as const

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio',
  ...uncached,
  loader: ({ context }) => loaders().then(({ loadOverview }) => loadOverview(context)),
  staticData: { accountMenu: m.studio_title, isStudio: true },
  component: lazyPage(() => import('./overview-page.tsx')),
})

const documentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio/$agentId',
  ...uncached,
  loader: ({ context, params }) => loaders().then(({ loadDocuments }) => loadDocuments(context, params.agentId)),
  component: lazyPage(() => import('./documents/documents-page.tsx')),
})

const searchRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio/$agentId/search',
  ...uncached,
  loader: ({ context, params }) => loaders().then(({ loadDocuments }) => loadDocuments(context, params.agentId)),
  component: lazyPage(() => import('./search/search-page.tsx')),
})

const agentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio/$agentId/agent',
  ...uncached,
  loader: ({ context, params }) => loaders().then(({ loadAgent }) => loadAgent(context, params.agentId, 'agent')),
  component: lazyPage(() => import('./agent/agent-page.tsx')),
})

const tryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio/$agentId/try',
  ...uncached,
  loader: ({ context, params }) => loaders().then(({ loadAgent }) => loadAgent(context, params.agentId, 'try')),
  component: lazyPage(() => import('./try/try-page.tsx')),
})

const correctionsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio/$agentId/corrections',
  ...uncached,
  loader: ({ context, params }) => loaders().then(({ loadCorrections }) => loadCorrections(context, params.agentId)),
  component: lazyPage(() => import('./corrections/corrections-page.tsx')),
})

const coverageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio/$agentId/coverage',
  ...uncached,
  loader: ({ context, params }) => loaders().then(({ loadCoverage }) => loadCoverage(context, params.agentId)),
  component: lazyPage(() => import('./coverage/coverage-page.tsx')),
})

const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio/$agentId/share',
  ...uncached,
  loader: ({ context, params }) => loaders().then(({ loadSharing }) => loadSharing(context, params.agentId)),
  component: lazyPage(() => import('./share/share-page.tsx')),
})

const documentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/studio/documents/$documentId',
  ...uncached,
  validateSearch: (search: Record<string, unknown>): { at?: number } =>
    typeof search.at === 'number' && Number.isInteger(search.at) && search.at >= 0 ? { at: search.at } : {},
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: ({ context, params, deps }) =>
    loaders().then(({ loadDocument }) => loadDocument(context, { documentId: params.documentId, at: deps.at })),
  component: lazyPage(() => import('./document/document-page.tsx')),
})

/** Without an account. */
const sharedAgentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$slug',
  loader: ({ context, params }) => loaders().then(({ loadSharedAgent }) => loadSharedAgent(context, params.slug)),
  // paused and taken down at once
  staleTime: 0,
  gcTime: 0,
  component: lazyPage(() => import('./shared/shared-page.tsx')),
})

export const studioRoutes = [
  overviewRoute,
  documentsRoute,
  searchRoute,
  agentRoute,
  tryRoute,
  correctionsRoute,
  coverageRoute,
  shareRoute,
  documentRoute,
  sharedAgentRoute,
]
