import { getLocale } from '@duo/platform/i18n/locale.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import { articlePath, parseSearch } from '../rules.ts'
import type { ArticleData } from './article/article-serializer.ts'

const loaders = () => import('./loaders.ts')
const heads = () => import('./head.ts')

/** ms. Lists change a few times a month; a visitor returning from an article finds the list unchanged. */
const staleTime = 5 * 60_000

const blogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog',
  validateSearch: parseSearch,
  loaderDeps: ({ search: { category, q, shown } }) => ({ category, q, shown }),
  staleTime,
  loader: async ({ context, deps }) => (await loaders()).loadIndex(context, deps),
  head: async ({ loaderData, match }) => (await heads()).indexHead(loaderData, match.context.origin),
  component: lazyPage(() => import('./index/blog-page.tsx')),
})

interface ArticleParams {
  params: { slug: string }
}

const articleRouteOptions = (language: Locale | null) => ({
  // the language belongs to the document, so another language needs a full page load
  beforeLoad: ({ params: { slug } }: ArticleParams) => {
    if (language && language !== getLocale()) throw redirect({ href: articlePath(slug, language), reloadDocument: true })
  },
  loader: async ({ context, params: { slug } }: ArticleParams & { context: PageContext }) =>
    (await loaders()).loadArticle(context, slug, language),
  head: async ({ loaderData, match }: { loaderData?: ArticleData; match: { context: PageContext } }) =>
    (await heads()).articleHead(loaderData, match.context.origin),
  component: lazyPage(() => import('./article/article-page.tsx')),
  pendingComponent: lazyRouteComponent(() => import('./article/article-page.tsx'), 'ArticleSkeleton'),
  pendingMs: 300,
  staleTime,
})

const articleRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: '/blog/$slug', ...articleRouteOptions(null) }),
  createRoute({ getParentRoute: () => rootRoute, path: '/blog/en/$slug', ...articleRouteOptions('en') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/blog/pt/$slug', ...articleRouteOptions('pt') }),
] as const

export const blogRoutes = [blogRoute, ...articleRoutes] as const
