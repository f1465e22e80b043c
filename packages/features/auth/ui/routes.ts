import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'

type AuthSearch = Partial<Record<'mode' | 'next' | 'error' | 'provider' | 'notice', string | undefined>>
/** The pages set their own heads (auth-head.tsx) and parse their search, because every page loads all routes. */
export const passThrough = (search: AuthSearch) => search

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/recover',
  component: lazyPage(() => import('./mail-links/forgot-password-page.tsx')),
})

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/reset',
  component: lazyPage(() => import('./mail-links/reset-password-page.tsx')),
})

const confirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/confirm',
  validateSearch: passThrough,
  component: lazyPage(() => import('./mail-links/verify-email-page.tsx')),
})

export const authRoutes = [forgotPasswordRoute, resetRoute, confirmRoute]
