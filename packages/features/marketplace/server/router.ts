import { procedure, router } from '@duo/platform/server/trpc.ts'
import { agentInput, agentsInput } from '../schema.ts'
import * as service from './agents.ts'

export const marketplaceRouter = router({
  /** Every agent that is offered, oldest first; open to everybody. What agents are told to be stays here (docs/decisions/0021). */
  agents: procedure.input(agentsInput).query(({ ctx, input }) => service.agents(ctx, input)),

  /** One agent by the name in their address. 404 when there is none. */
  agent: procedure.input(agentInput).query(({ ctx, input }) => service.agent(ctx, input)),
})
