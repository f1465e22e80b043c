import { defineFeature } from '../shell/server/feature.ts'
import { export__FeatureName__ } from './server/items.ts'
import { __featureName__Router } from './server/router.ts'

export const __featureName__Feature = defineFeature({
  router: __featureName__Router,
  exporters: { __featureName__: ({ db }, userId) => export__FeatureName__(db, userId) },
})
