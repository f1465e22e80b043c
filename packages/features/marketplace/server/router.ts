import { procedure, router } from '@duo/platform/server/trpc.ts'
import { agentInput, agentsInput } from '../schema.ts'
import * as service from './agents.ts'

/** Public. An API key still needs this scope, because it allows only what its owner chose. */
const readable = procedure.meta({ keys: ['marketplace:read'] })

export const marketplaceRouter = router({
  /** Lists the visible agents, oldest first. Prompts stay on the server (docs/decisions/0021). */
  agents: readable.input(agentsInput).query(({ ctx, input }) => service.agents(ctx, input)),

  agent: readable.input(agentInput).query(({ ctx, input }) => service.agent(ctx, input)),
})
