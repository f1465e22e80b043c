import { defineFeature } from '../shell/server/feature.ts'
import type { StudioSettings } from './server/context.ts'
import { exportStudio } from './server/documents/data-export.ts'
import { studioMaintenance } from './server/maintenance.ts'
import { readDocuments } from './server/reading/read-job.ts'
import { studioRouter } from './server/router.ts'
import { takedownMail } from './server/takedown/takedown-mail.ts'
import { embedPassages } from './server/vectors/vector-jobs.ts'

declare module '@duo/platform/server/trpc.ts' {
  interface AppContext {
    studio: StudioSettings
  }
}

export const studioFeature = defineFeature({
  router: studioRouter,
  jobs: [readDocuments],
  mailJobs: [takedownMail],
  embeddingJobs: [embedPassages],
  maintenance: studioMaintenance,
  exporters: { studio: exportStudio },
})
