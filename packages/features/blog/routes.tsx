import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { headOf } from '../shell/page-head.ts'
import { rootRoute } from '../shell/routes.tsx'
import { blogPage } from './pages.ts'

const blogRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: blogPage.path,
  head: ({ match }) => headOf(blogPage, match.context.origin),
  component: lazyPage(() => import('./blog-page.tsx')),
})

export const blogRoutes = [blogRoute]
