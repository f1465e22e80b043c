import { m } from '@duo/platform/i18n/messages.ts'
import { PLANS } from '#billing/rules.ts'
import { PlanUsage } from '#billing/ui/plan-usage.tsx'
import { Picture, panelClasses } from './picture.tsx'

const usage = { tokensPerMonth: 63_400, activeAgents: 4, buyersPerMonth: 412 }

export function PlanPicture() {
  return (
    <Picture caption={m.site_picture_plan()}>
      <div className={panelClasses}>
        <PlanUsage plan="pro" limits={PLANS.pro} usage={usage} />
      </div>
    </Picture>
  )
}
