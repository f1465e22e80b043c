import { limitedBy, procedure, router } from '@duo/platform/server/trpc.ts'
import { followUpInput, qualifyInput, saveDraftInput, surveyLimit, ticketInput } from '../schema.ts'
import * as service from './survey.ts'

const limited = procedure.use(limitedBy(surveyLimit))

/**
 * All of them are posted: a ticket is no address. The refusal of each is `invalid_ticket`; 400 with `fields`, 429. The browser that typed
 * an address stores what is not there yet, also after it was confirmed; what is there then is refused to it with `needs_mail`.
 */
export const surveyRouter = router({
  /** Stores the qualification, over an earlier one; once under an `Idempotency-Key`, 409 with other answers. */
  qualify: limited.input(qualifyInput).mutation(({ ctx, input }) => service.qualify(ctx, input)),

  /** Stores the follow-up's answers, over earlier ones; once under an `Idempotency-Key`, as `qualify`. */
  followUp: limited.input(followUpInput).mutation(({ ctx, input }) => service.followUp(ctx, input)),

  /** Keeps one survey's answers as far as they have been given. */
  saveDraft: limited.input(saveDraftInput).mutation(({ ctx, input }) => service.saveDraft(ctx, input)),

  /** Which surveys are done, and what was begun. */
  progress: limited.input(ticketInput).mutation(({ ctx, input }) => service.progress(ctx, input.ticket)),

  /** Everything the surveys store about the person. Refused with `needs_mail` too. */
  download: limited.input(ticketInput).mutation(({ ctx, input }) => service.download(ctx, input.ticket)),
})
