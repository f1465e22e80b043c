import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { runCounted } from '@duo/platform/server/security/rate-limit.ts'
import { limitedBy, posted, procedure, router, signedInOrKey } from '@duo/platform/server/trpc.ts'
import type { Scope } from '@duo/platform/shared/scopes.ts'
import { tracked } from '@trpc/server'
import { askInput } from '../ask-schema.ts'
import { chatLimit, sharedLimit, shareLimit } from '../rules.ts'
import * as schema from '../schema.ts'
import type { AgentDirectory } from './agent-directory.ts'
import { ask } from './ask/ask.ts'
import * as service from './conversations.ts'
import { rate } from './feedback/feedback.ts'
import { readableReply, readableRetry, readableTitle } from './readable-reply.ts'
import { sendAndStream } from './readers/send-and-stream.ts'
import { openInTurn } from './readers/stream-readers.ts'
import * as sendMessage from './send-message.ts'
import * as sharing from './share/share.ts'
import { stopReply, streamReply } from './streaming/stream-reply.ts'
import { showVersion } from './versions/show-version.ts'

/** Limits by user, not by IP, because offices share one. */
const limitedTo = (scopes: readonly Scope[] = [], base?: typeof procedure) =>
  signedInOrKey(scopes, base).use(({ ctx, next }) => runCounted(ctx, { limit: chatLimit, key: ctx.user.id }, next))

/** Without a scope: an API key can neither publish nor delete. */
const ownProcedure = limitedTo()
const readProcedure = limitedTo(['chat:read'])
const writeProcedure = limitedTo(['chat:write'])
const readWriteProcedure = limitedTo(['chat:read', 'chat:write'])
/** Before the caller is looked up: many attempts at once would occupy all connections to the database. */
const inTurn = procedure.use(({ ctx, next }) => openInTurn(networkOf(ctx.clientAddress), next))
const askProcedure = posted.use(({ ctx, next }) => openInTurn(networkOf(ctx.clientAddress), next))
/** Limits itself, so that help comes before every limit. */
const sendProcedure = signedInOrKey(['chat:write'])
const sendAndReadProcedure = signedInOrKey(['chat:read', 'chat:write'], posted)

const shareProcedure = ownProcedure.use(({ ctx, next }) => runCounted(ctx, { limit: shareLimit, key: ctx.user.id }, next))

async function* trackEvents<Event>(reply: AsyncIterable<{ offset: number; event: Event }>) {
  for await (const { offset, event } of reply) yield tracked(String(offset), event)
}

/** 404 for other users' data and revoked links. */
const sharingProcedures = (agents: AgentDirectory) => ({
  /** Creates a public link to the current content and revokes the previous one. Refusal `nothing_to_share`. */
  share: shareProcedure.input(schema.conversationIdInput).mutation(({ ctx, input }) => sharing.share(ctx, input)),

  shareState: ownProcedure.input(schema.conversationIdInput).query(({ ctx, input }) => sharing.shareState(ctx, input)),

  unshare: ownProcedure.input(schema.conversationIdInput).mutation(({ ctx, input }) => sharing.unshare(ctx, input)),

  /** Public; 404 once the link has been revoked. */
  shared: procedure
    .meta({ keys: 'any' })
    .use(limitedBy(sharedLimit))
    .input(schema.sharedInput)
    .query(({ ctx, input }) => sharing.readShared(ctx, agents, input)),
})

/** 401 when signed out, 403 without the key's scopes, 404 for other users' data, 429 beyond the rate limits. */
export const chatRouterWith = (agents: AgentDirectory) =>
  router({
    /** Starts a conversation or returns the existing empty one. 404 for missing and hidden agents. */
    start: writeProcedure.input(schema.startInput).mutation(async ({ ctx, input }) => {
      const { conversation } = await service.start(ctx, agents, input)
      return { conversation: readableTitle(ctx.user, conversation) }
    }),

    conversation: readProcedure
      .input(schema.conversationInput)
      .query(({ ctx, input }) => service.conversation(ctx, agents, input)),

    messages: readProcedure.input(schema.messagesInput).query(({ ctx, input }) => service.messages(ctx, input)),

    /** Stores a question and starts a reply. Refusals `limit_reached`, `busy`, `moved`; 409 for a reused client id. */
    send: sendProcedure
      .input(schema.sendInput)
      .mutation(async ({ ctx, input }) => readableReply(ctx.user, await sendMessage.send(ctx, agents, input))),

    /** `send` and `stream` in one request, which a page saves a round trip with. Repeat it with the same client id. Refusals as in `send`. */
    sendAndStream: sendAndReadProcedure.input(schema.sendAndStreamInput).subscription(async ({ ctx, input, signal }) => {
      const events = await sendAndStream(ctx, agents, input, signal)
      return trackEvents(events)
    }),

    /** Streams a reply from `lastEventId`, whichever process generates it. A GET request, so it carries only ids. */
    stream: limitedTo(['chat:read'], inTurn)
      .input(schema.streamInput)
      .subscription(async ({ ctx, input, signal }) => {
        const reply = await streamReply(ctx, input, signal)
        return trackEvents(reply)
      }),

    /** Stops a reply and returns it; a finished reply is returned unchanged. */
    stop: writeProcedure
      .input(schema.messageInput)
      .mutation(async ({ ctx, input }) => readableReply(ctx.user, await stopReply(ctx, input))),

    /**
     * Answers the last question again, as its next version. Replaces a reply without an answer. With `from: 'notes'` without the
     * model, also at the plan's limit. Refusals `limit_reached`, `busy`, `not_last`.
     */
    retry: sendProcedure
      .input(schema.retryInput)
      .mutation(async ({ ctx, input }) => readableRetry(ctx.user, await sendMessage.retry(ctx, agents, input))),

    /** Replaces help by the persona's reply, and ends the hints in this conversation. Refusals as in `retry`. */
    notAboutMe: sendProcedure
      .input(schema.messageInput)
      .mutation(async ({ ctx, input }) =>
        readableReply(ctx.user, await sendMessage.retry(ctx, agents, { ...input, isNotAboutMe: true })),
      ),

    /** Asks an edited question and keeps the old version. Refusals as in `send`; 404 if it is not shown. */
    edit: sendProcedure
      .input(schema.editInput)
      .mutation(async ({ ctx, input }) => readableReply(ctx.user, await sendMessage.edit(ctx, agents, input))),

    /** Shows another version of a question and returns the newest page, so a key needs both scopes. Refusals `busy`, `on_other_branch`. */
    showVersion: readWriteProcedure.input(schema.messageInput).mutation(({ ctx, input }) => showVersion(ctx, input)),

    /** Rates a reply; `vote: null` withdraws the vote. 404 if it cannot be rated, 400 `fields.reason`. */
    rate: writeProcedure.input(schema.rateInput).mutation(({ ctx, input }) => rate(ctx, input)),

    rename: writeProcedure.input(schema.renameInput).mutation(({ ctx, input }) => service.rename(ctx, input)),

    /** Lists a conversation first, or no longer. Refusal `too_many_pinned`; one of the archive leaves it. */
    pin: writeProcedure.input(schema.pinInput).mutation(({ ctx, input }) => service.pin(ctx, input)),

    /** Lists a conversation apart until its next question, or no longer. */
    archive: writeProcedure.input(schema.archiveInput).mutation(({ ctx, input }) => service.archive(ctx, input)),

    remove: ownProcedure.input(schema.conversationIdInput).mutation(({ ctx, input }) => service.remove(ctx, input)),

    ...sharingProcedures(agents),

    /** Streams the reply to a visitor's question and stores nothing of it. 429 beyond `askLimit`, 404 for hidden agents. */
    ask: askProcedure.input(askInput).subscription(({ ctx, input, signal }) => ask(ctx, agents, input, signal)),

    restore: ownProcedure.input(schema.conversationIdInput).mutation(({ ctx, input }) => service.restore(ctx, input)),

    list: readProcedure.input(schema.listInput).query(({ ctx, input }) => service.list(ctx, agents, input)),
  })
