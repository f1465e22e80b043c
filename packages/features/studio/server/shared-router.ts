import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { limitedBy, posted, procedure } from '@duo/platform/server/trpc.ts'
import { openInTurn } from '../../chat/server/readers/stream-readers.ts'
import { openLimit, reportLimit } from '../agent-rules.ts'
import * as schema from '../agent-schema.ts'
import { askAgent } from './reply/ask-agent.ts'
import { openShared, report, sharedAgent } from './sharing/shared-agent.ts'

/** For visitors with the link of a shared agent. 404 for links that are unknown, private or taken down. */
export const sharedProcedures = {
  sharedAgent: procedure
    .use(limitedBy(openLimit))
    .input(schema.sharedAgentInput)
    .query(({ ctx, input }) => sharedAgent(ctx, input)),

  /** Streams the agent's reply. 403 while it is paused and for blocked askers. POST only. */
  askAgent: posted
    .use(({ ctx, next }) => openInTurn(networkOf(ctx.clientAddress), next))
    .input(schema.askAgentInput)
    // not a generator of its own: a refusal must be known before the stream begins, to be its status
    .subscription(({ ctx, input, signal }) => askAgent(ctx, input, signal)),

  /** Opens a cited passage with those around it, as far as the creator allows. Refusals `limited`, `gone`. */
  openShared: procedure
    .use(limitedBy(openLimit))
    .input(schema.openSharedInput)
    .query(({ ctx, input }) => openShared(ctx, input)),

  /** Reports an agent or a reply to its creator and to the operator. */
  report: procedure
    .use(limitedBy(reportLimit))
    .input(schema.reportInput)
    .mutation(({ ctx, input }) => report(ctx, input)),
}
