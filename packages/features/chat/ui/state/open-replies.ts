import type { SendEvent } from '../../schema.ts'

/** The rest of a reply's events, over the connection that asked the question. */
export interface OpenReply {
  events: AsyncIterable<{ id: string; data: SendEvent }>
  close: () => void
}

/** Connections from the answer to a question until `useReplyStream` reads on, which happens with the next render. */
export function createOpenReplies() {
  const open = new Map<string, OpenReply>()
  return {
    add: (replyId: string, reply: OpenReply) => void open.set(replyId, reply),
    take(replyId: string): OpenReply | undefined {
      const reply = open.get(replyId)
      open.delete(replyId)
      return reply
    },
    closeAll() {
      for (const { close } of open.values()) close()
      open.clear()
    },
  }
}

export type OpenReplies = ReturnType<typeof createOpenReplies>
