import { PlanQuestions } from './plan-questions.tsx'
import { PlanScale } from './plan-scale.tsx'
import { PlanTable } from './plan-table.tsx'
import { PricingClosing } from './pricing-closing.tsx'
import { PricingHero } from './pricing-hero.tsx'
import { allPlans } from './rules.ts'

/** What a plan allows, what it costs once that is known, and what people ask about it. */
export function Page() {
  return (
    <>
      <div className="relative overflow-clip pt-header">
        <PricingHero plans={allPlans} />
        <PlanScale plans={allPlans} />
      </div>
      <PlanTable plans={allPlans} />
      <PlanQuestions />
      <PricingClosing />
    </>
  )
}
