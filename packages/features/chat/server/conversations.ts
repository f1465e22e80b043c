import { type Db, inTransaction } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { watchSession } from '../../auth/server/sessions/live-session.ts'
import { tokenUsage } from '../../billing/server/plans.ts'
import { beginning, conversationsPerPage, messagesPerPage } from '../rules.ts'
import type {
  ConversationAnswer,
  ListAnswer,
  MessagesAnswer,
  RenameAnswer,
  StartAnswer,
  StopAnswer,
  StreamEvent,
} from '../schema.ts'
import type { ChatWorld } from './context.ts'
import * as queries from './conversation-queries.ts'
import { messageOf } from './message-dto.ts'
import type { Agents } from './responder.ts'
import { endShare } from './share/share-queries.ts'
import { askToStop } from './streaming/run-queries.ts'

/** How long somebody who stops a reply waits for its end, ms. */
const stopWithin = 2_000

/** What is there and is the person's; everything else is not found, so that nobody learns what others have. */
function found<T>(row: T | undefined): T {
  if (row === undefined) throw new AppError('not_found')
  return row
}

export async function start({ db, user }: ChatWorld, agents: Agents, { agentId }: { agentId: string }): Promise<StartAnswer> {
  const { name } = found(await agents.offered(db, agentId))
  const title = m.chat_title({ name }, { locale: user.language })
  return { conversation: await queries.startConversation(db, { id: uuidv7(), userId: user.id, agentId, title }) }
}

export async function conversation(
  { db, user }: ChatWorld,
  agents: Agents,
  { id, language }: { id: string; language: Locale },
): Promise<ConversationAnswer> {
  const [row, usage] = await Promise.all([queries.conversationById(db, { id, userId: user.id }), tokenUsage(db, user.id)])
  const { agentId, title, createdAt, running } = found(row)
  const agent = await agents.card(db, { id: agentId, language })
  return { conversation: { id, agent_id: agentId, title, created_at: createdAt.toISOString(), agent }, running, usage }
}

export async function messages(
  { db, user }: ChatWorld,
  { conversationId, cursor }: { conversationId: string; cursor: string | null },
): Promise<MessagesAnswer> {
  const [talk, rows] = await Promise.all([
    queries.conversationById(db, { id: conversationId, userId: user.id }),
    queries.messagesBefore(db, { conversationId, before: cursor === null ? null : Number(cursor) }),
  ])
  const { path } = found(talk)
  const page = rows.slice(0, messagesPerPage)
  const more = rows.length > messagesPerPage
  return {
    messages: page.map(messageOf).reverse(),
    // read with the messages: the path may have changed since the conversation was read
    path: rows[0]?.path ?? path,
    before: more ? String(page.at(-1)?.seq) : null,
  }
}

interface StreamInput {
  messageId: string
  lastEventId?: string | null | undefined
}
type Streamed = AsyncGenerator<{ at: number; event: StreamEvent }, void>

/**
 * Opens a reply from an offset on: its text as it grows, and at last the whole message, which is what holds. Throws before anything is
 * sent when there is no such reply; the stream itself throws `unauthorized` once its session has ended.
 */
export async function stream(world: ChatWorld, input: StreamInput, signal?: AbortSignal): Promise<Streamed> {
  const reply = { id: input.messageId, ownerId: world.user.id }
  const grows = world.desk.isWriting(reply) || (await isRunning(world.db, { id: reply.id, userId: reply.ownerId }))
  return grows ? whileSignedIn(world, input, signal) : streamed(world, input, { grows: false })
}

async function* whileSignedIn(world: ChatWorld, input: StreamInput, signal?: AbortSignal): Streamed {
  const session = watchSession(world, world.user.session.id)
  try {
    const ends = AbortSignal.any([session.signal, ...(signal ? [signal] : [])])
    yield* streamed(world, input, { grows: true, signal: ends })
    if (session.signal.aborted) throw new AppError('unauthorized')
  } finally {
    session.leave()
  }
}

async function* streamed(
  { db, user, desk }: ChatWorld,
  { messageId: id, lastEventId }: StreamInput,
  { grows, signal }: { grows: boolean; signal?: AbortSignal },
): Streamed {
  let at = /^\d+$/.test(lastEventId ?? '') ? Number(lastEventId) : 0
  if (grows) {
    for await (const text of desk.follow(id, at, signal)) {
      at += text.length
      yield { at, event: { type: 'text', text } }
    }
    if (signal?.aborted) return
  }
  const [ended, usage] = await Promise.all([queries.messageById(db, { id, userId: user.id }), tokenUsage(db, user.id)])
  const message = messageOf(found(ended))
  // this process is closing, the reply is not over: the browser asks another one
  if (message.status === 'waiting' || message.status === 'streaming') throw new AppError('unavailable', { retryAfterSeconds: 1 })
  const rest = message.content.slice(at)
  if (rest !== '') yield { at: message.content.length, event: { type: 'text', text: rest } }
  yield { at: message.content.length, event: { type: 'end', message, usage } }
}

/** Whether a reply is being written, by whatever process. Not found when it is not the person's, or no reply. */
async function isRunning(db: Db, reply: queries.Owned): Promise<boolean> {
  const { role, status } = found(await queries.messageById(db, reply))
  if (role !== 'assistant') throw new AppError('not_found')
  return status === 'running'
}

export async function stop({ db, user, desk }: ChatWorld, { messageId: id }: { messageId: string }): Promise<StopAnswer> {
  const row = found(await queries.messageById(db, { id, userId: user.id }))
  if (row.status !== 'running' || !(await askToStop(db, id))) return { message: messageOf(row) }
  // nothing lies beyond: this ends when the reply does
  for await (const _ of desk.follow(id, Number.POSITIVE_INFINITY, AbortSignal.timeout(stopWithin)));
  return { message: messageOf(found(await queries.messageById(db, { id, userId: user.id }))) }
}

export async function rename({ db, user }: ChatWorld, input: { id: string; title: string }): Promise<RenameAnswer> {
  return { conversation: found(await queries.rename(db, { ...input, userId: user.id })) }
}

export async function remove({ db, user }: ChatWorld, { id }: { id: string }): Promise<{ error: null }> {
  const { running } = await inTransaction(db, async (tx) => {
    const removed = found(await queries.remove(tx, { id, userId: user.id }))
    // for good: what is brought back is not public again. A statement of its own sees a link that was made a moment before
    await endShare(tx, id)
    return removed
  })
  if (running) await askToStop(db, running)
  return { error: null }
}

export async function restore({ db, user }: ChatWorld, { id }: { id: string }): Promise<{ error: null }> {
  found(await queries.restore(db, { id, userId: user.id }))
  return { error: null }
}

export async function list(
  { db, user }: ChatWorld,
  agents: Agents,
  { search, cursor }: { search: string; cursor: string | null },
): Promise<ListAnswer> {
  const rows = await queries.conversations(db, { userId: user.id, search, before: cursor === null ? null : placeOf(cursor) })
  const page = rows.slice(0, conversationsPerPage)
  const names = await agents.names(db, [...new Set(page.map(({ agentId }) => agentId))])
  const last = page.at(-1)
  return {
    conversations: page.flatMap(({ id, title, question, agentId, last, updatedAt }) => {
      const agent = names.find((one) => one.id === agentId)
      return agent
        ? [{ id, title, question: question && beginning(question), agent, last, updated_at: updatedAt.toISOString() }]
        : []
    }),
    cursor: last && rows.length > page.length ? `${last.updatedAt.getTime()}_${last.id}` : null,
  }
}

function placeOf(cursor: string) {
  const [time = '', id = ''] = cursor.split('_')
  return { at: new Date(Number(time)), id }
}
