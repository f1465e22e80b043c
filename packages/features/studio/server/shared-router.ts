import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { limitedBy, posted, procedure, type RequestContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { openInTurn } from '../../chat/server/readers/stream-readers.ts'
import { openLimit, reportLimit } from '../agent-rules.ts'
import * as schema from '../agent-schema.ts'
import { askAgent } from './reply/ask-agent.ts'
import { report } from './sharing/report.ts'
import { openShared, sharedAgent } from './sharing/shared-agent.ts'

/** 404 while the studio is off. */
const open = procedure.use(({ ctx, next }) => {
  requireOpen(ctx)
  return next()
})

function requireOpen({ studio }: Pick<RequestContext, 'studio'>): void {
  if (studio.access === 'off') throw new AppError('not_found')
}

/** For visitors with the link of a shared agent. 404 for links that are unknown, private or taken down, and while the studio is off. */
export const sharedProcedures = {
  sharedAgent: open
    .use(limitedBy(openLimit))
    .input(schema.sharedAgentInput)
    .query(({ ctx, input }) => sharedAgent(ctx, input)),

  /** Streams the agent's reply. 403 while it is paused and for blocked askers. POST only. */
  askAgent: posted
    .use(({ ctx, next }) => {
      requireOpen(ctx)
      return openInTurn(networkOf(ctx.clientAddress), next)
    })
    .input(schema.askAgentInput)
    // not a generator of its own: a refusal must be known before the stream begins, to be its status
    .subscription(({ ctx, input, signal }) => askAgent(ctx, input, signal)),

  /** Opens a cited passage with those around it, as far as the creator allows. Refusals `limited`, `gone`. */
  openShared: open
    .use(limitedBy(openLimit))
    .input(schema.openSharedInput)
    .query(({ ctx, input }) => openShared(ctx, input)),

  /** Reports an agent, or a reply with its note, to its creator and to the operator. Refusal `not_given`. */
  report: open
    .use(limitedBy(reportLimit))
    .input(schema.reportInput)
    .mutation(({ ctx, input }) => report(ctx, input)),
}
