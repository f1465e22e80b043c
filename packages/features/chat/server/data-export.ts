import type { Db } from '@duo/db/index.ts'
import { listExportRows } from './retention-queries.ts'

/** Everything that conversations store about a person, as they download it: also what they removed or put away and is still there, and every version of their questions. */
export async function exportConversations(db: Db, userId: string) {
  const rows = await listExportRows(db, userId)
  const conversations = new Map<
    string,
    { title: string; agent: string; createdAt: string; removedAt: string | null; sharedAt: string | null; messages: unknown[] }
  >()
  for (const { id, title, agent, conversationCreatedAt, removedAt, sharedAt, role, content, createdAt, ...rest } of rows) {
    const conversation = conversations.get(id) ?? {
      title,
      agent,
      createdAt: conversationCreatedAt.toISOString(),
      removedAt: removedAt?.toISOString() ?? null,
      sharedAt: sharedAt?.toISOString() ?? null,
      messages: [],
    }
    conversations.set(id, conversation)
    if (role === null || createdAt === null) continue
    const { messageId, status, origin, tokens, putAwayAt, versionOf, awayWith, vote, reason, ratedAt } = rest
    const feedback = vote && { vote, reason, ratedAt: ratedAt?.toISOString() }
    const replacedAt = putAwayAt?.toISOString() ?? null
    conversation.messages.push({
      id: messageId,
      role,
      content,
      createdAt: createdAt.toISOString(),
      status,
      origin,
      tokens,
      replacedAt,
      // of an edited question: the first version's id, in each version
      ...(versionOf && { versionOf }),
      // not shown: the version of a question that it is shown with
      ...(awayWith && { shownWith: awayWith }),
      ...(feedback && { feedback }),
    })
  }
  return [...conversations.values()]
}
