import { defineFeature } from '../shell/server/feature.ts'
import { safetyPages } from './pages.ts'

export const safety = defineFeature({ pages: safetyPages })
