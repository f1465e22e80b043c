import { createRoute } from '@tanstack/react-router'
import { passThrough } from '../../auth/ui/routes.ts'
import { documentRoute } from '../../shell/ui/pages/document.ts'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'

/** The sign-in page of `auth`, with passkeys. */
const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: passThrough,
  ...documentRoute,
  staticData: { kind: 'document', needsScripts: true },
  loader: ({ context, location }) =>
    import('./sign-in-page.tsx').then(({ loadSignInPage }) => loadSignInPage(context, location.search)),
  component: lazyPage(() => import('./sign-in-page.tsx')),
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

export const secondFactorRoutes = [signInRoute, secondStepRoute, cancelRecoveryRoute]
