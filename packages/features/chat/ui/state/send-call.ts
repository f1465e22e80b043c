import type { TRPCClient } from '@trpc/client'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import type { AppRouter } from '#server.ts'
import { documentStreams } from '#shell/ui/api/document-stream.ts'
import type { SendResult } from '../../schema.ts'
import type { PendingMessage, SendError } from './conversation-reducer.ts'
import type { OpenReplies } from './open-replies.ts'
import { isRunning } from './reply-stream-state.ts'

type SendInput = Pick<PendingMessage, 'clientId' | 'content' | 'replaces'>

/** Sends a question, or an edit of the question `replaces`. */
export const callSend = (
  client: TRPCClient<AppRouter>,
  { id, path }: { id: string; path: number },
  { clientId, content, replaces }: SendInput,
): Promise<SendResult> =>
  replaces === null
    ? client.chat.send.mutate({ conversationId: id, clientId, content, path })
    : client.chat.edit.mutate({ messageId: replaces, clientId, content })

/** Sends a question over a connection that also brings its reply. An edit has two: the text goes to `chat.stream`. */
export async function sendAndRead(
  client: TRPCClient<AppRouter>,
  openReplies: OpenReplies,
  { id, path }: { id: string; path: number },
  input: SendInput,
): Promise<SendResult> {
  if (input.replaces !== null) return callSend(client, { id, path }, input)
  const { clientId, content } = input
  const leave = new AbortController()
  const question = { conversationId: id, clientId, content, path }
  const events = documentStreams.chat.sendAndStream.subscribe(question, { signal: leave.signal })
  const first = await events.next()
  if (first.done || first.value.data.type !== 'sent') throw new Error('the answer to a question was lost')
  const { answer } = first.value.data
  const close = () => leave.abort()
  if (answer.error === null && isRunning(answer.reply)) openReplies.add(answer.reply.id, { events, close })
  else close()
  return answer
}

const errors: Partial<Record<string, SendError>> = {
  unauthorized: 'signed_out',
  not_found: 'gone',
  too_many_requests: 'too_many',
}

export const sendErrorOf = (error: unknown): SendError => errors[failureCode(error) ?? ''] ?? 'failed'
