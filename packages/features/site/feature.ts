import { defineFeature } from '../shell/server/feature.ts'
import { sitePages } from './pages.ts'

export const siteFeature = defineFeature({ pages: sitePages })
