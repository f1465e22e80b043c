import type { Db } from '@duo/db/index.ts'
import { storedConversations as read } from './retention-queries.ts'

/** Everything that conversations store about a person, as they download it: also what they removed or put away and is still there, and every version of their questions. */
export async function storedConversations(db: Db, userId: string) {
  const rows = await read(db, userId)
  const talks = new Map<
    string,
    { title: string; agent: string; createdAt: string; removedAt: string | null; sharedAt: string | null; messages: unknown[] }
  >()
  for (const { id, title, agent, talkCreatedAt, removedAt, sharedAt, role, content, createdAt, ...rest } of rows) {
    const talk = talks.get(id) ?? {
      title,
      agent,
      createdAt: talkCreatedAt.toISOString(),
      removedAt: removedAt?.toISOString() ?? null,
      sharedAt: sharedAt?.toISOString() ?? null,
      messages: [],
    }
    talks.set(id, talk)
    if (role === null || createdAt === null) continue
    const { messageId, status, origin, tokens, putAwayAt, versionOf, awayWith, vote, reason, ratedAt } = rest
    const feedback = vote && { vote, reason, ratedAt: ratedAt?.toISOString() }
    const replacedAt = putAwayAt?.toISOString() ?? null
    talk.messages.push({
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
  return [...talks.values()]
}
