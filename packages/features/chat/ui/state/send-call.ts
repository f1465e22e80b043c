import type { TRPCClient } from '@trpc/client'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import type { AppRouter } from '#server.ts'
import type { SendResult } from '../../schema.ts'
import type { PendingMessage, SendError } from './conversation-reducer.ts'

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

const errors: Partial<Record<string, SendError>> = {
  unauthorized: 'signed_out',
  not_found: 'gone',
  too_many_requests: 'too_many',
}

export const sendErrorOf = (error: unknown): SendError => errors[failureCode(error) ?? ''] ?? 'failed'
