import { limitedBy, procedure, router } from '@duo/platform/server/trpc.ts'
import { followUpInput, qualifyInput, saveDraftInput, surveyLimit, ticketInput } from '../schema.ts'
import * as service from './survey.ts'

const limited = procedure.use(limitedBy(surveyLimit))

/** Every procedure is a mutation (POST), so that tickets never appear in URLs. 400 with `fields`, 429 beyond `surveyLimit`. */
export const surveyRouter = router({
  /** Idempotent under an `Idempotency-Key`; 409 if the key was used with other answers. */
  qualify: limited.input(qualifyInput).mutation(({ ctx, input }) => service.qualify(ctx, input)),

  followUp: limited.input(followUpInput).mutation(({ ctx, input }) => service.followUp(ctx, input)),

  saveDraft: limited.input(saveDraftInput).mutation(({ ctx, input }) => service.saveDraft(ctx, input)),

  progress: limited.input(ticketInput).mutation(({ ctx, input }) => service.progress(ctx, input.ticket)),

  download: limited.input(ticketInput).mutation(({ ctx, input }) => service.download(ctx, input.ticket)),
})
