import type { ModelEndpoint, TokenBudget } from '@duo/platform/server/model.ts'
import { defineFeature } from '../shell/server/feature.ts'
import { marketplacePages } from './pages.ts'
import { embedNotes, marketplaceMaintenance } from './server/embeddings/embedding-jobs.ts'
import { contentVersion } from './server/import/seed-queries.ts'
import { marketplaceRouter } from './server/router.ts'

declare module '@duo/platform/server/trpc.ts' {
  interface AppContext {
    /** Null without an embedding model: notes are then found by words only. */
    embeddings: ModelEndpoint | null
    /** Tokens a day, of all models. */
    budget: TokenBudget
  }
}

export const marketplaceFeature = defineFeature({
  router: marketplaceRouter,
  pages: marketplacePages,
  // except for searches, which are rate-limited
  publicProcedures: ['agents', 'agent'],
  contentVersion,
  embeddingJobs: [embedNotes],
  maintenance: marketplaceMaintenance,
})
