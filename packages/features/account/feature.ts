import { defineFeature } from '../shell/server/feature.ts'
import { accountRouter } from './server/router.ts'

export const accountFeature = defineFeature({ namespace: 'auth', router: accountRouter })
