import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { createRoute } from '@tanstack/react-router'
import { documentRoute } from '../../shell/ui/pages/document.ts'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import { parseSearch } from '../rules.ts'
import type { ArticleData } from './loaders.ts'

const loaders = () => loadPart(() => import('./loaders.ts'))
const heads = () => import('./head.ts')

const blogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog',
  ...documentRoute,
  validateSearch: parseSearch,
  loaderDeps: ({ search: { category, q, shown } }) => ({ category, q, shown }),
  loader: async ({ context, deps }) => (await loaders()).loadIndex(context, deps),
  head: async ({ loaderData, match }) => (await heads()).indexHead(loaderData, match.context.origin),
  component: lazyPage(() => import('./index/blog-page.tsx')),
})

interface ArticleParams {
  params: { slug: string }
}

const articleRouteOptions = (language: Locale | null) => ({
  ...documentRoute,
  loader: async ({ context, params: { slug } }: ArticleParams & { context: PageContext }) =>
    (await loaders()).loadArticle(context, slug, language),
  head: async ({ loaderData, match }: { loaderData?: ArticleData; match: { context: PageContext } }) =>
    (await heads()).articleHead(loaderData, match.context.origin),
  component: lazyPage(() => import('./article/article-page.tsx')),
})

const articleRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: '/blog/$slug', ...articleRouteOptions(null) }),
  createRoute({ getParentRoute: () => rootRoute, path: '/blog/en/$slug', ...articleRouteOptions('en') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/blog/pt/$slug', ...articleRouteOptions('pt') }),
] as const

export const blogRoutes = [blogRoute, ...articleRoutes] as const
