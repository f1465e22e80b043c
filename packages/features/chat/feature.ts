import type { ChatEndpoint, TokenBudget } from '@duo/platform/server/model.ts'
import { defineFeature } from '../shell/server/feature.ts'
import type { ReplyRenderer, ReplyStreams } from './server/generation/reply-run.ts'
import { agentDirectory } from './server/marketplace-agents.ts'
import { markRestoredReplies } from './server/provenance/provenance-queries.ts'
import { exportConversations } from './server/retention/data-export.ts'
import { chatMaintenance } from './server/retention/maintenance.ts'
import { chatRouterWith } from './server/router.ts'

declare module '@duo/platform/server/trpc.ts' {
  interface AppContext {
    replyStreams: ReplyStreams
    replyRenderer: ReplyRenderer
    /** In order of preference; empty for the offline engine. */
    models: readonly ChatEndpoint[]
    /** The daily share of visitors without an account. It also counts towards `budget`. */
    visitorBudget: TokenBudget
  }
}

export const chatFeature = defineFeature({
  router: chatRouterWith(agentDirectory),
  maintenance: chatMaintenance,
  // replies of the file must not be signed
  onRestored: [markRestoredReplies],
  exporters: { conversations: ({ db }, userId) => exportConversations(db, userId) },
})
