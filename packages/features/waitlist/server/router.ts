import { limitedBy, procedure, router, signedIn } from '@duo/platform/server/trpc.ts'
import { confirmInput, joinInput, joinLimit, linkInput, linkLimit, memberLimit, ticketInput } from '../schema.ts'
import * as member from './entry/entry.ts'
import { findOwnEntry } from './entry/link-account.ts'
import * as service from './join/join.ts'

const withTicket = procedure.use(limitedBy(memberLimit)).input(ticketInput)

export const waitlistRouter = router({
  /** Joins the list. Refusal `invalid_code`; 400 `fields.email`; 409 when the `Idempotency-Key` had other input; 429. */
  join: procedure
    .meta({ keys: 'any' })
    .use(limitedBy(joinLimit))
    .input(joinInput)
    .mutation(({ ctx, input }) => service.join(ctx, input)),

  /** Confirms once; the same key gets the same response for an hour. Refusals `invalid_ticket`, `already_confirmed`. */
  confirm: procedure
    .use(limitedBy(memberLimit))
    .input(confirmInput)
    .mutation(({ ctx, input }) => member.confirm(ctx, input)),

  /** Mails the status link to the mailbox of a confirmation link, used or not. Refusal `invalid_ticket`; 429. */
  sendLinkOf: procedure
    .use(limitedBy(linkLimit))
    .input(ticketInput)
    .mutation(({ ctx, input }) => member.sendLinkOf(ctx, input.ticket)),

  /** Revokes all tickets of the entry, this one included. Refusals `invalid_ticket`, `needs_mail`. */
  signOutEverywhere: withTicket.mutation(({ ctx, input }) => member.signOutEverywhere(ctx, input.ticket)),

  /** Without a mailed ticket, a confirmed entry shows only position and invitation. POST: URLs must not contain tickets. */
  status: withTicket.query(({ ctx, input }) => member.status(ctx, input.ticket)),

  /** Returns the signed-in user's entry with a new ticket, or null. 401. */
  mine: signedIn.use(limitedBy(memberLimit)).query(({ ctx }) => findOwnEntry(ctx, ctx.user.id)),

  /** Mails the status link; responds alike for an unknown address. 400 `fields.email`; 429. */
  sendStatusLink: procedure
    .use(limitedBy(linkLimit))
    .input(linkInput)
    .mutation(({ ctx, input }) => member.sendStatusLink(ctx, input.email)),

  /** Deletes the entry and its data. Refusals `invalid_ticket`, `needs_mail`. */
  erase: withTicket.mutation(({ ctx, input }) => member.eraseEntry(ctx, input.ticket)),

  download: withTicket.mutation(({ ctx, input }) => member.downloadEntry(ctx, input.ticket)),

  /** Accepts the ticket of any mail; idempotent. Refusal `invalid_ticket`. */
  unsubscribe: withTicket.mutation(({ ctx, input }) => member.unsubscribe(ctx, input.ticket)),

  subscribe: withTicket.mutation(({ ctx, input }) => member.subscribe(ctx, input.ticket)),
})
