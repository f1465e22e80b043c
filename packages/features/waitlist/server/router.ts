import { limitedBy, procedure, router, signedIn } from '@duo/platform/server/trpc.ts'
import { confirmInput, joinInput, joinLimit, linkInput, linkLimit, memberLimit, ticketInput } from '../schema.ts'
import * as member from './entry/entry.ts'
import { findOwnEntry } from './entry/link-account.ts'
import * as service from './join/join.ts'

const withTicket = procedure.use(limitedBy(memberLimit)).input(ticketInput)

export const waitlistRouter = router({
  /**
   * Joins the list. Answers the new position, `userExists`, or the refusal `invalid_code`; 400 `fields.email`, 429. Repeated within an hour under
   * the same `Idempotency-Key` it answers as the first time; 409 when the key came with another input.
   */
  join: procedure
    .use(limitedBy(joinLimit))
    .input(joinInput)
    .mutation(({ ctx, input }) => service.join(ctx, input)),

  /**
   * Confirms the address with the ticket out of the welcome mail, once; repeated with the same key it answers the same for an hour.
   * Refusals `invalid_ticket`, `already_confirmed`.
   */
  confirm: procedure
    .use(limitedBy(memberLimit))
    .input(confirmInput)
    .mutation(({ ctx, input }) => member.confirm(ctx, input)),

  /** Mails the personal status link to the mailbox of a confirmation link, used or not. Refusal `invalid_ticket`; 429. */
  sendLinkOf: procedure
    .use(limitedBy(linkLimit))
    .input(ticketInput)
    .mutation(({ ctx, input }) => member.sendLinkOf(ctx, input.ticket)),

  /** Voids all tickets that open the entry, this one too. Refusals `invalid_ticket`, `needs_mail`. */
  signOutEverywhere: withTicket.mutation(({ ctx, input }) => member.signOutEverywhere(ctx, input.ticket)),

  /**
   * Everything about the ticket's entry: place and how it came about, friends, history. Only the place and the invitation to the browser
   * that typed an address which is confirmed. Call it by POST: a ticket is no address.
   */
  status: withTicket.query(({ ctx, input }) => member.status(ctx, input.ticket)),

  /** The entry of the signed-in person, and a ticket that opens it; null when there is none. 401. */
  mine: signedIn.use(limitedBy(memberLimit)).query(({ ctx }) => findOwnEntry(ctx, ctx.user.id)),

  /** Mails the personal status link to an address that is on the list; answers the same when it is not. 400 `fields.email`, 429. */
  sendStatusLink: procedure
    .use(limitedBy(linkLimit))
    .input(linkInput)
    .mutation(({ ctx, input }) => member.sendStatusLink(ctx, input.email)),

  /** Deletes the entry and everything that hangs on it. Refusals `invalid_ticket`, `needs_mail`. */
  erase: withTicket.mutation(({ ctx, input }) => member.eraseEntry(ctx, input.ticket)),

  /** Everything the waitlist stores about the person. Refusals `invalid_ticket`, `needs_mail`. */
  download: withTicket.mutation(({ ctx, input }) => member.downloadEntry(ctx, input.ticket)),

  /** No more mails than those asked for. Takes either ticket out of any mail; a second time changes nothing. Refusal `invalid_ticket`. */
  unsubscribe: withTicket.mutation(({ ctx, input }) => member.unsubscribe(ctx, input.ticket)),

  /** Mails again, after they were stopped. Refusals `invalid_ticket`, `needs_mail`. */
  subscribe: withTicket.mutation(({ ctx, input }) => member.subscribe(ctx, input.ticket)),
})
