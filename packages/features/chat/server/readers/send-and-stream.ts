import type { SendEvent } from '../../schema.ts'
import type { AgentDirectory } from '../agent-directory.ts'
import { send } from '../send-message.ts'
import { offsetOf, type StreamContext, streamReply } from '../streaming/stream-reply.ts'
import type { SendInput } from '../versions/repeated-send.ts'

type SendEvents = AsyncGenerator<{ offset: number; event: SendEvent }, void>

interface SendAndStreamInput extends SendInput {
  path?: number | undefined
  lastEventId?: string | null | undefined
}

/**
 * Stores a question and streams its reply. Throws what `send` throws first. A repetition stores nothing and goes on after
 * `lastEventId`: the id of its first event says so, or a connection that breaks again would begin from the start.
 */
export async function sendAndStream(
  context: StreamContext,
  agents: AgentDirectory,
  { lastEventId, ...question }: SendAndStreamInput,
  signal?: AbortSignal,
): Promise<SendEvents> {
  const answer = await send(context, agents, question)
  const isShown = answer.error === null && answer.path !== null
  const reply = isShown ? await streamReply(context, { messageId: answer.reply.id, lastEventId }, signal) : null
  return eventsOf({ offset: offsetOf(lastEventId), event: { type: 'sent', answer } }, reply)
}

async function* eventsOf(
  sent: { offset: number; event: SendEvent },
  reply: Awaited<ReturnType<typeof streamReply>> | null,
): SendEvents {
  yield sent
  if (reply) yield* reply
}
