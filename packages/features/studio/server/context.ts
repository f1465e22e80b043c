import type { RequestContext, Viewer } from '@duo/platform/server/trpc.ts'

export type StudioContext = Pick<RequestContext, 'db' | 'secret' | 'studio'> & { user: Viewer }

export type AgentContext = StudioContext & Pick<RequestContext, 'models' | 'log' | 'visitorBudget' | 'budget' | 'embeddings'>

/** What the features may use of the studio's settings. */
export interface StudioSettings {
  access: 'off' | 'invited' | 'on'
  /** Of all files of all accounts; null without a limit. */
  maxBytes: number | null
}
