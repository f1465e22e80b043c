import { defineFeature } from '../shell/server/feature.ts'
import { exportSurveysOfAccount } from './server/data-export.ts'
import { surveyRouter } from './server/router.ts'
import { syncFollowUpJob } from './server/sync-jobs.ts'

declare module '@duo/platform/server/trpc.ts' {
  interface AppContext {
    /** If false, follow-up answers are not queued for the spreadsheet form. */
    followUpForm: boolean
  }
}

export const surveyFeature = defineFeature({
  router: surveyRouter,
  jobs: [syncFollowUpJob],
  exporters: { surveys: exportSurveysOfAccount },
})
