import { procedure, router } from '@duo/platform/server/trpc.ts'
import { agentInput, agentsInput } from '../schema.ts'
import * as service from './agents.ts'

export const marketplaceRouter = router({
  /** Public. Lists the visible agents, oldest first. Prompts stay on the server (docs/decisions/0021). */
  agents: procedure.input(agentsInput).query(({ ctx, input }) => service.agents(ctx, input)),

  agent: procedure.input(agentInput).query(({ ctx, input }) => service.agent(ctx, input)),
})
