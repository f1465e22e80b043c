import { forgive } from '@duo/platform/server/security/rate-limit.ts'
import { limitedBy, procedure, router, signedIn } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { tracked } from '@trpc/server'
import { chatLimit, sharedLimit, shareLimit } from '../rules.ts'
import * as schema from '../schema.ts'
import * as service from './conversations.ts'
import { rate } from './feedback/feedback.ts'
import type { AgentDirectory } from './responder.ts'
import * as sendMessage from './send-message.ts'
import * as sharing from './share/share.ts'
import { showVersion } from './versions/show-version.ts'

/** Counted by person, not by address: an office behind one address is many people. */
const ownProcedure = signedIn.use(async ({ ctx, next }) => {
  const retryAfterSeconds = await ctx.rateLimit(chatLimit, ctx.user.id)
  if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
  const result = await next()
  if (!result.ok) await forgive(ctx, [{ limit: chatLimit, key: ctx.user.id }], result.error.cause)
  return result
})

/** The same, and not often: links are made by people. */
const shareProcedure = ownProcedure.use(async ({ ctx, next }) => {
  const retryAfterSeconds = await ctx.rateLimit(shareLimit, ctx.user.id)
  if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
  return next()
})

/** Events with their offsets as ids, by which a stream is taken up again. */
async function* trackEvents(reply: Awaited<ReturnType<typeof service.stream>>) {
  for await (const { offset, event } of reply) yield tracked(String(offset), event)
}

/** Conversations with agents. Everything is 401 for the unsigned and 404 for what is not one's own; 429 for too much. */
export const chatRouterWith = (agents: AgentDirectory) =>
  router({
    /** A conversation with an agent: an empty one that is there already, else a new one. 404 for an agent that is not there, or not offered. */
    start: ownProcedure.input(schema.startInput).mutation(({ ctx, input }) => service.start(ctx, agents, input)),

    /** A conversation with its agent, what is being written in it, and the tokens of this month. */
    conversation: ownProcedure
      .input(schema.conversationInput)
      .query(({ ctx, input }) => service.conversation(ctx, agents, input)),

    /** A page of messages; the newest one without a cursor. */
    messages: ownProcedure.input(schema.messagesInput).query(({ ctx, input }) => service.messages(ctx, input)),

    /** Stores a question and lets it be answered. Refusals `limit_reached`, `busy`, `moved`; 400 `fields.content`, 409 for another question's id. */
    send: signedIn.input(schema.sendInput).mutation(({ ctx, input }) => sendMessage.send(ctx, agents, input)),

    /** A reply as it grows, from `lastEventId` on, wherever it is written; a GET, so there are only ids in it. */
    stream: ownProcedure.input(schema.streamInput).subscription(async ({ ctx, input, signal }) => {
      const reply = await service.stream(ctx, input, signal)
      return trackEvents(reply)
    }),

    /** Stops a reply; answers it as it then is, and one that is over as it is. */
    stop: ownProcedure.input(schema.messageInput).mutation(({ ctx, input }) => service.stop(ctx, input)),

    /** Puts a new reply in the place of the last one. Refusals `limit_reached`, `busy`, `not_last`. */
    retry: signedIn.input(schema.messageInput).mutation(({ ctx, input }) => sendMessage.retry(ctx, agents, input)),

    /** Asks another version of a question; the earlier one stays stored with what followed it. Refusals as `send`; 404 where it is not shown. */
    edit: signedIn.input(schema.editInput).mutation(({ ctx, input }) => sendMessage.edit(ctx, agents, input)),

    /** Shows another version of a question and what followed it; returns the newest page. Refusals `busy`, `not_beside`; 404 for no question. */
    showVersion: ownProcedure.input(schema.messageInput).mutation(({ ctx, input }) => showVersion(ctx, input)),

    /** Says what one thinks of a reply, another time, or no more (`vote: null`). 404 where there is nothing to rate, 400 `fields.reason`. */
    rate: ownProcedure.input(schema.rateInput).mutation(({ ctx, input }) => rate(ctx, input)),

    /** Gives a conversation another title. 400 `fields.title`. */
    rename: ownProcedure.input(schema.renameInput).mutation(({ ctx, input }) => service.rename(ctx, input)),

    /** Takes a conversation out of sight; it can be brought back for seven days. */
    remove: ownProcedure.input(schema.conversationIdInput).mutation(({ ctx, input }) => service.remove(ctx, input)),

    /** Makes a public link to what a conversation holds now; the one before ends. Refusal `nothing_to_share`. */
    share: shareProcedure.input(schema.conversationIdInput).mutation(({ ctx, input }) => sharing.share(ctx, input)),

    /** Since when a conversation has a public link. */
    shareState: ownProcedure.input(schema.conversationIdInput).query(({ ctx, input }) => sharing.shareState(ctx, input)),

    /** Ends the public link of a conversation. */
    unshare: ownProcedure.input(schema.conversationIdInput).mutation(({ ctx, input }) => sharing.unshare(ctx, input)),

    /** What a public link shows, for anybody who has it. 404 for one that has ended. */
    shared: procedure
      .use(limitedBy(sharedLimit))
      .input(schema.sharedInput)
      .query(({ ctx, input }) => sharing.shared(ctx, agents, input)),

    restore: ownProcedure.input(schema.conversationIdInput).mutation(({ ctx, input }) => service.restore(ctx, input)),

    /** The person's conversations, those that say what is searched for. */
    list: ownProcedure.input(schema.listInput).query(({ ctx, input }) => service.list(ctx, agents, input)),
  })
