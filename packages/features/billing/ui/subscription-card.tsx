import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import { PlanUsage } from './plan-usage.tsx'

type Subscription = inferRouterOutputs<AppRouter>['billing']['subscription']

/** Null if the plan could not be loaded. */
export function SubscriptionCard({ subscription }: { subscription: Subscription | null }) {
  const { studio = 'off' } = usePageContext()
  if (subscription === null) return <p className="font-semibold">{m.billing_subscription_unknown()}</p>
  const { plan, limits, usage, renewsAt } = subscription
  const shown = studio === 'off' ? { tokensPerMonth: usage.tokensPerMonth } : usage
  return (
    <div className="max-w-xl">
      <PlanUsage plan={plan} limits={limits} usage={shown} />
      <p className="mt-5 text-sm text-muted">{m.billing_subscription_renews({ date: formatDate(renewsAt, getLocale()) })}</p>
      <Link to="/pricing" className={`${buttonClasses('quiet')} mt-5`}>
        {m.billing_subscription_plans()}
      </Link>
    </div>
  )
}
