import { inTransaction } from '@duo/db/index.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuidv7 } from 'uuid'
import { findTokenUsage } from '../../billing/server/plans.ts'
import { conversationsPerPage, maxPageLength, messagePreview, messagesPerPage, titleMaxLength } from '../rules.ts'
import type { ConversationResult, ListResult, MessagesResult, PinResult, RenameResult, StartResult } from '../schema.ts'
import type { AgentDirectory } from './agent-directory.ts'
import { assertFound } from './assert-found.ts'
import type { ChatContext } from './context.ts'
import * as queries from './conversation-queries.ts'
import { htmlOfReplies } from './markdown/reply-html.ts'
import { toMessage } from './message-dto.ts'
import { listMessagesBefore, type MessageRow } from './message-queries.ts'
import { deleteShare } from './share/share-queries.ts'
import { requestStop } from './streaming/run-queries.ts'

export async function start(
  { db, user }: ChatContext,
  agents: AgentDirectory,
  { agentId }: { agentId: string },
): Promise<StartResult> {
  const { name } = assertFound(await agents.findListedAgent(db, agentId))
  const title = m.chat_title({ name }, { locale: user.language })
  return { conversation: await queries.startConversation(db, { id: uuidv7(), userId: user.id, agentId, title }) }
}

export async function conversation(
  { db, user }: ChatContext,
  agents: AgentDirectory,
  { id, language }: { id: string; language: Locale },
): Promise<ConversationResult> {
  const [row, usage] = await Promise.all([queries.findConversation(db, { id, userId: user.id }), findTokenUsage(db, user.id)])
  const { agentId, title, createdAt, running } = assertFound(row)
  const agent = await agents.findAgentCard(db, { id: agentId, language })
  return { conversation: { id, agent_id: agentId, title, created_at: createdAt.toISOString(), agent }, running, usage }
}

export async function messages(
  context: ChatContext,
  { conversationId, cursor, rendered }: { conversationId: string; cursor: string | null; rendered: boolean },
): Promise<MessagesResult> {
  const { db, user } = context
  const [conversationRow, rows] = await Promise.all([
    queries.findConversation(db, { id: conversationId, userId: user.id }),
    listMessagesBefore(db, { conversationId, before: cursor === null ? null : Number(cursor) }),
  ])
  const { path } = assertFound(conversationRow)
  const page = pageOf(rows)
  const hasMore = rows.length > page.length
  const html = rendered ? await htmlOfReplies(context, page.filter(isEndedReply)) : null
  return {
    messages: page.map((row) => ({ ...toMessage(row), ...(html && { html: html.get(row.id) ?? null }) })).reverse(),
    // the path of the messages, which may have changed since the conversation was read
    path: rows[0]?.path ?? path,
    before: hasMore ? String(page.at(-1)?.seq) : null,
  }
}

const isEndedReply = ({ role, status }: MessageRow) => role === 'assistant' && status !== 'running'

/** Ends a page early, at the latest before the message that would exceed `maxPageLength`. */
function pageOf(rows: readonly MessageRow[]): MessageRow[] {
  let length = 0
  const end = rows.findIndex(({ content }, index) => {
    length += content.length
    return index > 0 && length > maxPageLength
  })
  return rows.slice(0, Math.min(messagesPerPage, end === -1 ? rows.length : end))
}

export async function rename({ db, user }: ChatContext, input: { id: string; title: string }): Promise<RenameResult> {
  return { conversation: assertFound(await queries.rename(db, { ...input, userId: user.id })) }
}

export async function pin({ db, user }: ChatContext, { id, pinned }: { id: string; pinned: boolean }): Promise<PinResult> {
  const own = { id, userId: user.id }
  if (!pinned) {
    assertFound(await queries.unpin(db, own))
    return { error: null }
  }
  if (await queries.pin(db, own)) return { error: null }
  assertFound(await queries.findConversation(db, own))
  return { error: 'too_many_pinned' }
}

export async function archive(
  { db, user }: ChatContext,
  { id, archived }: { id: string; archived: boolean },
): Promise<{ error: null }> {
  assertFound(await queries.archive(db, { id, userId: user.id, archived }))
  return { error: null }
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
  { search, cursor, archived }: { search: string; cursor: string | null; archived: boolean },
): Promise<ListResult> {
  const before = cursor === null ? null : decodeCursor(cursor)
  const hasPinned = before === null && search === '' && !archived
  const [pinned, rows] = await Promise.all([
    hasPinned ? queries.listPinned(db, user.id) : [],
    queries.listConversations(db, { userId: user.id, searches: searchForms(search), before, archived }),
  ])
  const page = rows.slice(0, conversationsPerPage)
  const listed = [...pinned, ...page]
  const names = await agents.listAgentNames(db, [...new Set(listed.map(({ agentId }) => agentId))])
  const last = page.at(-1)
  return {
    conversations: listed.flatMap(({ id, title, question, agentId, last, updatedAt, pinnedAt, archivedAt }) => {
      const agent = names.find((candidate) => candidate.id === agentId)
      return agent
        ? [
            {
              id,
              title,
              question: question && messagePreview(question, titleMaxLength),
              agent,
              last,
              updated_at: updatedAt.toISOString(),
              pinned: pinnedAt !== null,
              archived: archivedAt !== null,
            },
          ]
        : []
    }),
    cursor: last && rows.length > page.length ? `${last.updatedAt.getTime()}_${last.id}` : null,
  }
}

function decodeCursor(cursor: string) {
  const [time = '', id = ''] = cursor.split('_')
  return { at: new Date(Number(time)), id }
}

// typewriter accents and primes are typed for apostrophes
const quote = String.raw`[\p{Quotation_Mark}\u00b4\u0060\u02bc\u02bb\u2032\u2033]+`
const edgeQuotes = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${quote}|${quote}(?![\p{L}\p{M}\p{N}])`, 'gu')

/**
 * Returns the search as typed, which finds quoted words in a message, and without the quotation marks around words, which people type
 * for an exact search. Apostrophes inside words stay.
 */
function searchForms(typed: string): string[] {
  if (typed === '') return []
  const unquoted = typed.replace(edgeQuotes, '').trim()
  return unquoted === '' || unquoted === typed ? [typed] : [typed, unquoted]
}
