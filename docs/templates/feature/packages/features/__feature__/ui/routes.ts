import { m } from '@duo/platform/i18n/messages.ts'
import { createRoute } from '@tanstack/react-router'
import { requireSession } from '../../session/ui/require-session.ts'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'

const itemsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/__feature__',
  beforeLoad: requireSession,
  loader: ({ context }) => import('./items-page.tsx').then(({ loadItems }) => loadItems(context)),
  // the next visitor may be another member
  gcTime: 0,
  staticData: { accountMenu: m.__feature_name___title },
  component: lazyPage(() => import('./items-page.tsx')),
})

export const __featureName__Routes = [itemsRoute]
