import { defineFeature } from '../shell/server/feature.ts'
import { sitePages } from './pages.ts'

export const site = defineFeature({ pages: sitePages })
