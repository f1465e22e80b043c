import type { Db } from '@duo/db/index.ts'
import type { Caller } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { watchAccess } from '#auth/server/access/live-access.ts'
import { findTokenUsage } from '#billing/server/plans.ts'
import type { StopResult, StreamEvent } from '../../schema.ts'
import { assertFound } from '../assert-found.ts'
import type { ChatContext } from '../context.ts'
import { toMessage } from '../message-dto.ts'
import { findShownMessage, type OwnedId } from '../message-queries.ts'
import { readAsAccount } from '../readers/stream-readers.ts'
import { requestStop } from './run-queries.ts'

const stopTimeoutMs = 2_000

export type StreamContext = ChatContext & { user: Caller }
interface StreamInput {
  messageId: string
  lastEventId?: string | null | undefined
}
type ReplyEvents = AsyncGenerator<{ offset: number; event: StreamEvent }, void>

/**
 * Streams a reply of any process after `lastEventId`. Throws `not_found` first. The stream throws `unauthorized` when access ends
 * and `stream_replaced` when newer readers take its place.
 */
export async function streamReply(context: StreamContext, input: StreamInput, signal?: AbortSignal): Promise<ReplyEvents> {
  const reply = { id: input.messageId, ownerId: context.user.id }
  const isGrowing =
    context.replyStreams.isActiveFor(reply) || (await isReplyRunning(context.db, { id: reply.id, userId: reply.ownerId }))
  const readAs = { userId: reply.ownerId, replyId: reply.id }
  return readAsAccount(readAs, (end) =>
    isGrowing
      ? streamWhileSignedIn(context, input, AbortSignal.any([end, ...(signal ? [signal] : [])]))
      : replyEvents(context, input, { isGrowing: false }),
  )
}

async function* streamWhileSignedIn(context: StreamContext, input: StreamInput, signal: AbortSignal): ReplyEvents {
  const access = watchAccess(context, context.user.access)
  try {
    yield* replyEvents(context, input, { isGrowing: true, signal: AbortSignal.any([access.signal, signal]) })
    if (access.signal.aborted) throw new AppError('unauthorized')
  } finally {
    access.unsubscribe()
  }
}

export const offsetOf = (lastEventId: string | null | undefined) => (/^\d+$/.test(lastEventId ?? '') ? Number(lastEventId) : 0)

async function* replyEvents(
  { db, user, replyStreams }: ChatContext,
  { messageId: id, lastEventId }: StreamInput,
  { isGrowing, signal }: { isGrowing: boolean; signal?: AbortSignal },
): ReplyEvents {
  let offset = offsetOf(lastEventId)
  if (isGrowing) {
    for await (const text of replyStreams.subscribe(id, offset, signal)) {
      offset += text.length
      yield { offset, event: { type: 'text', text } }
    }
    if (signal?.aborted) return
  }
  const [row, usage] = await Promise.all([findShownMessage(db, { id, userId: user.id }), findTokenUsage(db, user.id)])
  const message = toMessage(assertFound(row))
  // this process is shutting down but the reply continues: the browser reconnects to another process
  if (message.status === 'waiting' || message.status === 'streaming') throw new AppError('unavailable', { retryAfterSeconds: 1 })
  const rest = message.content.slice(offset)
  if (rest !== '') yield { offset: message.content.length, event: { type: 'text', text: rest } }
  yield { offset: message.content.length, event: { type: 'end', message, usage } }
}

async function isReplyRunning(db: Db, owned: OwnedId): Promise<boolean> {
  const { role, status } = assertFound(await findShownMessage(db, owned))
  if (role !== 'assistant') throw new AppError('not_found')
  return status === 'running'
}

export async function stopReply(
  { db, user, replyStreams }: ChatContext,
  { messageId: id }: { messageId: string },
): Promise<StopResult> {
  const row = assertFound(await findShownMessage(db, { id, userId: user.id }))
  if (row.status !== 'running' || !(await requestStop(db, id))) return { message: toMessage(row) }
  for await (const _ of replyStreams.subscribe(id, Number.POSITIVE_INFINITY, AbortSignal.timeout(stopTimeoutMs)));
  return { message: toMessage(assertFound(await findShownMessage(db, { id, userId: user.id }))) }
}
