import { defineFeature } from '../shell/server/feature.ts'
import { billingPages } from './pages.ts'
import { findSubscription } from './server/plans.ts'
import { billingRouter } from './server/router.ts'

export const billingFeature = defineFeature({
  router: billingRouter,
  pages: billingPages,
  exporters: { subscription: ({ db }, userId) => findSubscription(db, userId) },
})
