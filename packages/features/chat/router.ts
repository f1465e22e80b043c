import { router, signedIn } from '@duo/platform/server/trpc.ts'
import { tracked } from '@trpc/server'
import type { Agents } from './answerer-service.ts'
import type {
  ConversationAnswer,
  ListAnswer,
  MessagesAnswer,
  RenameAnswer,
  RetryAnswer,
  SendAnswer,
  StartAnswer,
  StopAnswer,
  StreamEvent,
} from './schema.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

/** Conversations with agents. Everything is 401 for the unsigned and 404 for what is not one's own; 429 for too much. */
export const chatRouterWith = (agents: Agents) =>
  router({
    /** A conversation with an agent: an empty one that is there already, else a new one. 404 for an agent that is not there. */
    start: signedIn.input(schema.startInput).mutation(({ ctx, input }): Promise<StartAnswer> => service.todo(ctx, agents, input)),

    conversation: signedIn
      .input(schema.conversationInput)
      .query(({ ctx, input }): Promise<ConversationAnswer> => service.todo(ctx, agents, input)),

    /** A page of messages, the newest first asked for without a cursor. */
    messages: signedIn
      .input(schema.messagesInput)
      .query(({ ctx, input }): Promise<MessagesAnswer> => service.todo(ctx, agents, input)),

    /** Stores a question and lets it be answered. Refusals `limit_reached`, `busy`; 400 `fields.content`. */
    send: signedIn.input(schema.sendInput).mutation(({ ctx, input }): Promise<SendAnswer> => service.todo(ctx, agents, input)),

    /** A reply as it grows, from `lastEventId` on, wherever it is written. */
    stream: signedIn.input(schema.streamInput).subscription(async function* ({ ctx, input }) {
      const event: StreamEvent = await service.todo(ctx, agents, input)
      yield tracked('0', event)
    }),

    /** Stops a reply; answers it as it then is. What is not being written any more is answered as it is. */
    stop: signedIn.input(schema.messageInput).mutation(({ ctx, input }): Promise<StopAnswer> => service.todo(ctx, agents, input)),

    /** Puts a new reply in the place of the last one. Refusals `limit_reached`, `busy`, `not_last`. */
    retry: signedIn
      .input(schema.messageInput)
      .mutation(({ ctx, input }): Promise<RetryAnswer> => service.todo(ctx, agents, input)),

    /** Puts a question and what followed away and asks anew. Refusals as `send`. */
    edit: signedIn.input(schema.editInput).mutation(({ ctx, input }): Promise<SendAnswer> => service.todo(ctx, agents, input)),

    rename: signedIn
      .input(schema.renameInput)
      .mutation(({ ctx, input }): Promise<RenameAnswer> => service.todo(ctx, agents, input)),

    /** Takes a conversation out of sight; it can be brought back for seven days. */
    remove: signedIn
      .input(schema.conversationIdInput)
      .mutation(({ ctx, input }): Promise<{ error: null }> => service.todo(ctx, agents, input)),

    restore: signedIn
      .input(schema.conversationIdInput)
      .mutation(({ ctx, input }): Promise<{ error: null }> => service.todo(ctx, agents, input)),

    /** The person's conversations, those that say what is searched for. */
    list: signedIn.input(schema.listInput).query(({ ctx, input }): Promise<ListAnswer> => service.todo(ctx, agents, input)),
  })
