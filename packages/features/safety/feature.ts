import { defineFeature } from '../shell/server/feature.ts'
import { safetyPages } from './pages.ts'

export const safetyFeature = defineFeature({ pages: safetyPages })
