import type { Db } from '@duo/db/index.ts'
import { listExportRows } from './data-export-queries.ts'

/** Exports the user's conversations, including deleted and replaced messages until they are purged. */
export async function exportConversations(db: Db, userId: string) {
  const rows = await listExportRows(db, userId)
  const conversations = new Map<
    string,
    {
      title: string
      agent: string
      createdAt: string
      removedAt: string | null
      pinnedAt: string | null
      archivedAt: string | null
      sharedAt: string | null
      messages: unknown[]
    }
  >()
  for (const {
    id,
    title,
    agent,
    conversationCreatedAt,
    removedAt,
    pinnedAt,
    archivedAt,
    sharedAt,
    role,
    content,
    createdAt,
    ...rest
  } of rows) {
    const conversation = conversations.get(id) ?? {
      title,
      agent,
      createdAt: conversationCreatedAt.toISOString(),
      removedAt: removedAt?.toISOString() ?? null,
      pinnedAt: pinnedAt?.toISOString() ?? null,
      archivedAt: archivedAt?.toISOString() ?? null,
      sharedAt: sharedAt?.toISOString() ?? null,
      messages: [],
    }
    conversations.set(id, conversation)
    if (role === null || createdAt === null) continue
    const { messageId, status, origin, help, tokens, provenance, hiddenAt, versionOf, hiddenWith, vote, reason, ratedAt } = rest
    const feedback = vote && { vote, reason, ratedAt: ratedAt?.toISOString() }
    const replacedAt = hiddenAt?.toISOString() ?? null
    conversation.messages.push({
      id: messageId,
      role,
      content,
      createdAt: createdAt.toISOString(),
      status,
      origin,
      ...(help && { help }),
      tokens,
      replacedAt,
      ...(provenance && { provenance }),
      ...(versionOf && { versionOf }),
      ...(hiddenWith && { shownWith: hiddenWith }),
      ...(feedback && { feedback }),
    })
  }
  return [...conversations.values()]
}
