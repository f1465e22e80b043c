import { type Db, inTransaction } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Caller } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { watchAccess } from '../../auth/server/sessions/live-access.ts'
import { findTokenUsage } from '../../billing/server/plans.ts'
import { conversationsPerPage, messagePreview, messagesPerPage } from '../rules.ts'
import type {
  ConversationAnswer,
  ListAnswer,
  MessagesAnswer,
  RenameAnswer,
  StartAnswer,
  StopAnswer,
  StreamEvent,
} from '../schema.ts'
import type { ChatContext } from './context.ts'
import * as queries from './conversation-queries.ts'
import { toMessage } from './message-dto.ts'
import type { AgentDirectory } from './responder.ts'
import { deleteShare } from './share/share-queries.ts'
import { requestStop } from './streaming/run-queries.ts'

const stopTimeoutMs = 2_000

/** Throws `not_found` for missing rows and other users' rows alike, so that no one can probe for ids. */
function assertFound<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found')
  return row
}

export async function start(
  { db, user }: ChatContext,
  agents: AgentDirectory,
  { agentId }: { agentId: string },
): Promise<StartAnswer> {
  const { name } = assertFound(await agents.findListedAgent(db, agentId))
  const title = m.chat_title({ name }, { locale: user.language })
  return { conversation: await queries.startConversation(db, { id: uuidv7(), userId: user.id, agentId, title }) }
}

export async function conversation(
  { db, user }: ChatContext,
  agents: AgentDirectory,
  { id, language }: { id: string; language: Locale },
): Promise<ConversationAnswer> {
  const [row, usage] = await Promise.all([queries.findConversation(db, { id, userId: user.id }), findTokenUsage(db, user.id)])
  const { agentId, title, createdAt, running } = assertFound(row)
  const agent = await agents.findAgentCard(db, { id: agentId, language })
  return { conversation: { id, agent_id: agentId, title, created_at: createdAt.toISOString(), agent }, running, usage }
}

export async function messages(
  { db, user }: ChatContext,
  { conversationId, cursor }: { conversationId: string; cursor: string | null },
): Promise<MessagesAnswer> {
  const [conversationRow, rows] = await Promise.all([
    queries.findConversation(db, { id: conversationId, userId: user.id }),
    queries.listMessagesBefore(db, { conversationId, before: cursor === null ? null : Number(cursor) }),
  ])
  const { path } = assertFound(conversationRow)
  const page = rows.slice(0, messagesPerPage)
  const hasMore = rows.length > messagesPerPage
  return {
    messages: page.map(toMessage).reverse(),
    // the path of the messages, which may have changed since the conversation was read
    path: rows[0]?.path ?? path,
    before: hasMore ? String(page.at(-1)?.seq) : null,
  }
}

type StreamContext = ChatContext & { user: Caller }
interface StreamInput {
  messageId: string
  lastEventId?: string | null | undefined
}
type ReplyEvents = AsyncGenerator<{ offset: number; event: StreamEvent }, void>

/** Throws `not_found` before the stream starts. The stream throws `unauthorized` once the session or API key has ended. */
export async function stream(context: StreamContext, input: StreamInput, signal?: AbortSignal): Promise<ReplyEvents> {
  const reply = { id: input.messageId, ownerId: context.user.id }
  const isGrowing =
    context.replyStreams.isActiveFor(reply) || (await isReplyRunning(context.db, { id: reply.id, userId: reply.ownerId }))
  return isGrowing ? streamWhileSignedIn(context, input, signal) : streamReply(context, input, { isGrowing: false })
}

async function* streamWhileSignedIn(context: StreamContext, input: StreamInput, signal?: AbortSignal): ReplyEvents {
  const access = watchAccess(context, context.user.access)
  try {
    const endSignal = AbortSignal.any([access.signal, ...(signal ? [signal] : [])])
    yield* streamReply(context, input, { isGrowing: true, signal: endSignal })
    if (access.signal.aborted) throw new AppError('unauthorized')
  } finally {
    access.unsubscribe()
  }
}

async function* streamReply(
  { db, user, replyStreams }: ChatContext,
  { messageId: id, lastEventId }: StreamInput,
  { isGrowing, signal }: { isGrowing: boolean; signal?: AbortSignal },
): ReplyEvents {
  let offset = /^\d+$/.test(lastEventId ?? '') ? Number(lastEventId) : 0
  if (isGrowing) {
    for await (const text of replyStreams.subscribe(id, offset, signal)) {
      offset += text.length
      yield { offset, event: { type: 'text', text } }
    }
    if (signal?.aborted) return
  }
  const [row, usage] = await Promise.all([queries.findShownMessage(db, { id, userId: user.id }), findTokenUsage(db, user.id)])
  const message = toMessage(assertFound(row))
  // this process is shutting down but the reply continues: the browser reconnects to another process
  if (message.status === 'waiting' || message.status === 'streaming') throw new AppError('unavailable', { retryAfterSeconds: 1 })
  const rest = message.content.slice(offset)
  if (rest !== '') yield { offset: message.content.length, event: { type: 'text', text: rest } }
  yield { offset: message.content.length, event: { type: 'end', message, usage } }
}

async function isReplyRunning(db: Db, owned: queries.OwnedId): Promise<boolean> {
  const { role, status } = assertFound(await queries.findShownMessage(db, owned))
  if (role !== 'assistant') throw new AppError('not_found')
  return status === 'running'
}

export async function stop(
  { db, user, replyStreams }: ChatContext,
  { messageId: id }: { messageId: string },
): Promise<StopAnswer> {
  const row = assertFound(await queries.findShownMessage(db, { id, userId: user.id }))
  if (row.status !== 'running' || !(await requestStop(db, id))) return { message: toMessage(row) }
  for await (const _ of replyStreams.subscribe(id, Number.POSITIVE_INFINITY, AbortSignal.timeout(stopTimeoutMs)));
  return { message: toMessage(assertFound(await queries.findShownMessage(db, { id, userId: user.id }))) }
}

export async function rename({ db, user }: ChatContext, input: { id: string; title: string }): Promise<RenameAnswer> {
  return { conversation: assertFound(await queries.rename(db, { ...input, userId: user.id })) }
}

export async function remove({ db, user }: ChatContext, { id }: { id: string }): Promise<{ error: null }> {
  const { running } = await inTransaction(db, async (tx) => {
    const removed = assertFound(await queries.remove(tx, { id, userId: user.id }))
    // Restoring must not publish it again. A separate statement also sees a link committed a moment ago.
    await deleteShare(tx, id)
    return removed
  })
  if (running) await requestStop(db, running)
  return { error: null }
}

export async function restore({ db, user }: ChatContext, { id }: { id: string }): Promise<{ error: null }> {
  assertFound(await queries.restore(db, { id, userId: user.id }))
  return { error: null }
}

export async function list(
  { db, user }: ChatContext,
  agents: AgentDirectory,
  { search, cursor }: { search: string; cursor: string | null },
): Promise<ListAnswer> {
  const rows = await queries.listConversations(db, {
    userId: user.id,
    search,
    before: cursor === null ? null : decodeCursor(cursor),
  })
  const page = rows.slice(0, conversationsPerPage)
  const names = await agents.listAgentNames(db, [...new Set(page.map(({ agentId }) => agentId))])
  const last = page.at(-1)
  return {
    conversations: page.flatMap(({ id, title, question, agentId, last, updatedAt }) => {
      const agent = names.find((candidate) => candidate.id === agentId)
      return agent
        ? [{ id, title, question: question && messagePreview(question), agent, last, updated_at: updatedAt.toISOString() }]
        : []
    }),
    cursor: last && rows.length > page.length ? `${last.updatedAt.getTime()}_${last.id}` : null,
  }
}

function decodeCursor(cursor: string) {
  const [time = '', id = ''] = cursor.split('_')
  return { at: new Date(Number(time)), id }
}
