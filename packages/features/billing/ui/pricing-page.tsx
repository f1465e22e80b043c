import { pricingPage } from '../pages.ts'
import { allPlans } from '../rules.ts'
import { PlanQuestions, questionsAsData } from './plan-questions.tsx'
import { PlanScale } from './plan-scale.tsx'
import { PlanTable } from './plan-table.tsx'
import { PricingClosing } from './pricing-closing.tsx'
import { PricingHero } from './pricing-hero.tsx'

/** Structured data are added here, so that no other page loads their texts. */
export const page = { ...pricingPage, structuredData: questionsAsData }

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
