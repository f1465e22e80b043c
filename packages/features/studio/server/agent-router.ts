import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { runCounted } from '@duo/platform/server/security/rate-limit.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { openInTurn } from '../../chat/server/readers/stream-readers.ts'
import { coverageLimit, shareAgentLimit } from '../agent-rules.ts'
import * as schema from '../agent-schema.ts'
import { agentInput } from '../schema.ts'
import { audience, blockAsker } from './audience/audience.ts'
import * as corrections from './corrections/corrections.ts'
import { findCoverage, measureCoverage } from './coverage/coverage.ts'
import { findAgentDraft, saveAgent } from './draft/draft.ts'
import { own } from './own-procedure.ts'
import { tryAgent } from './reply/ask-agent.ts'
import { openPassage } from './sharing/shared-agent.ts'
import * as sharing from './sharing/sharing.ts'

const ownPosted = own.use(({ ctx, next }) => {
  // the question must not end up in logs, as the URLs of GET requests do
  if (ctx.method !== 'POST') throw new AppError('method_not_allowed')
  return openInTurn(networkOf(ctx.clientAddress), next)
})

const shareProcedure = own.use(({ ctx, next }) => runCounted(ctx, { limit: shareAgentLimit, key: ctx.user.id }, next))

/** What a creator does with an agent beside its documents. Errors as of the other procedures of the studio. */
export const agentProcedures = {
  /** Returns an agent as its creator edits it, and how it is shared. */
  agent: own.input(agentInput).query(({ ctx, input }) => findAgentDraft(ctx, input.agentId)),

  /** Refusal `changed`, with the newer draft: another tab or device saved after `revision`. */
  saveAgent: own.input(schema.saveAgentInput).mutation(({ ctx, input }) => saveAgent(ctx, input)),

  /** Streams the draft's reply. Stores nothing. 429 beyond the day's questions. POST only. */
  tryAgent: ownPosted.input(schema.tryAgentInput).subscription(({ ctx, input, signal }) => tryAgent(ctx, input, signal)),

  /** Opens a cited passage of a draft with those around it. Refusal `gone`. */
  openPassage: own.input(schema.openPassageInput).query(({ ctx, input }) => openPassage(ctx, input.passageId)),

  corrections: own.input(agentInput).query(({ ctx, input }) => corrections.listCorrections(ctx, input.agentId)),

  /** Replaces the correction of the same question. Refusal `too_many`. */
  addCorrection: own.input(schema.addCorrectionInput).mutation(({ ctx, input }) => corrections.addCorrection(ctx, input)),

  editCorrection: own.input(schema.editCorrectionInput).mutation(({ ctx, input }) => corrections.editCorrection(ctx, input)),

  removeCorrection: own.input(schema.correctionInput).mutation(({ ctx, input }) => corrections.removeCorrection(ctx, input.id)),

  /** Returns the last measurement of what the documents cover, compared with the one before. */
  coverage: own.input(agentInput).query(({ ctx, input }) => findCoverage(ctx, input.agentId)),

  /** Asks the draft thirty questions, those of the creator first, and stores what met them. */
  measureCoverage: own
    .use(({ ctx, next }) => runCounted(ctx, { limit: coverageLimit, key: ctx.user.id }, next))
    .input(schema.measureInput)
    .mutation(({ ctx, input }) => measureCoverage(ctx, input)),

  /** Shares the draft as it is now. Refusals `no_passages`, `person`, `plan`, `taken_down`. */
  share: shareProcedure.input(agentInput).mutation(({ ctx, input }) => sharing.share(ctx, input.agentId)),

  /** Shows visitors the release before. */
  goBack: shareProcedure.input(agentInput).mutation(({ ctx, input }) => sharing.goBack(ctx, input.agentId)),

  unshare: shareProcedure.input(agentInput).mutation(({ ctx, input }) => sharing.unshare(ctx, input.agentId)),

  /** Refusal `plan` when resuming. */
  pause: shareProcedure.input(schema.pauseInput).mutation(({ ctx, input }) => sharing.pause(ctx, input)),

  /** Returns the latest askers, as codes that can be blocked, and what was reported. */
  audience: own.input(agentInput).query(({ ctx, input }) => audience(ctx, input.agentId)),

  blockAsker: own.input(schema.blockInput).mutation(({ ctx, input }) => blockAsker(ctx, input)),
}
