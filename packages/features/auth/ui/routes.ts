import { m } from '@duo/platform/i18n/messages.ts'
import { createRoute } from '@tanstack/react-router'
import { requireSession } from '../../session/ui/require-session.ts'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'

type AuthSearch = Partial<Record<'mode' | 'next' | 'error' | 'provider', string | undefined>>
const passThrough = (search: AuthSearch) => search

/** The pages set their own heads (auth-head.tsx) and parse their search, because every page loads all routes. */
const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: passThrough,
  loader: ({ context, location }) =>
    import('./sign-in/auth-page.tsx').then(({ loadSignInPage }) => loadSignInPage(context, location.search)),
  gcTime: 0, // no cache: the loader redirects signed-in users, also on back navigation
  component: lazyPage(() => import('./sign-in/auth-page.tsx')),
})

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

const cancelChangeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/cancel-change',
  component: lazyPage(() => import('./mail-links/cancel-change-page.tsx')),
})

const notMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/not-me',
  component: lazyPage(() => import('./mail-links/not-me-page.tsx')),
})

const secondStepRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/second-step',
  validateSearch: passThrough,
  component: lazyPage(() => import('./second-step/second-step-page.tsx')),
})

const cancelRecoveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/cancel-recovery',
  component: lazyPage(() => import('./second-step/cancel-recovery-page.tsx')),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  beforeLoad: requireSession,
  validateSearch: passThrough,
  loader: ({ context }) => import('./account/account-page.tsx').then(({ loadAccount }) => loadAccount(context)),
  gcTime: 0,
  staticData: { accountMenu: m.auth_menu_account },
  component: lazyPage(() => import('./account/account-page.tsx')),
})

export const authRoutes = [
  authRoute,
  forgotPasswordRoute,
  resetRoute,
  confirmRoute,
  cancelChangeRoute,
  notMeRoute,
  secondStepRoute,
  cancelRecoveryRoute,
  accountRoute,
]
