import { m } from '@duo/platform/i18n/messages.ts'
import type { Plan } from '../rules.ts'
import { PlanEntry } from './plan-entry.tsx'

export function PlanScale({ plans }: { plans: readonly Plan[] }) {
  return (
    <div className="page-column pb-16 [--plan-unit:0.05rem] xl:pb-24 xl:[--plan-unit:0.057rem] 2xl:[--plan-unit:0.06rem]">
      <h2 className="sr-only">{m.billing_scale_label()}</h2>
      <ul className="grid gap-y-20 md:grid-cols-2 md:gap-x-14 md:gap-y-0 xl:gap-x-8 xl:grid-cols-[1fr_1.15fr_1.7fr_1.85fr]">
        {plans.map((plan) => (
          <PlanEntry key={plan.id} plan={plan} />
        ))}
      </ul>
    </div>
  )
}
