import { defineFeature } from '../shell/server/feature.ts'
import { legalPages } from './pages.ts'

export const legalFeature = defineFeature({ pages: legalPages })
