import type { Db } from '@duo/db/index.ts'
import { cachedQuery } from '@duo/platform/server/query-cache.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { type AgentProfile, maxStarters } from '../../agent-rules.ts'
import type { AgentDraft, SaveAgentResult } from '../../agent-schema.ts'
import { assertOwn } from '../assert-own.ts'
import type { AgentContext } from '../context.ts'
import { toSharing } from '../sharing/sharing.ts'
import * as queries from './draft-queries.ts'
import { toDraftProfile, toStoredProfile } from './profile.ts'
import { topicQuestion } from './topic-question.ts'

const lookedAt = 200
/** Each reply leads on with topics, which are read from all passages of an agent: for a while one reading serves all. */
const topicsMs = 5_000
const cachedTopics = cachedQuery(
  topicsMs,
  (agentId: string) => agentId,
  (db, agentId) => queries.listTopics(db, agentId, lookedAt),
)

/** Returns questions that headings and questions of an agent's documents suggest. */
export async function proposeQuestions(db: Db, agentId: string, { language, count }: { language: Locale; count: number }) {
  const topics = (await cachedTopics(db, agentId)) ?? []
  return [...new Set(topics.flatMap((topic) => topicQuestion(topic, language) ?? []))].slice(0, count)
}

export async function findAgentDraft(context: AgentContext, agentId: string): Promise<AgentDraft> {
  const { db, user, models } = context
  const row = assertOwn(await queries.findDraft(db, { id: agentId, ownerId: user.id }))
  const [proposedStarters, sharing] = await Promise.all([
    proposeQuestions(db, agentId, { language: row.language, count: maxStarters }),
    toSharing(context, row),
  ])
  return {
    id: row.id,
    name: row.name,
    revision: row.revision,
    profile: toDraftProfile(row),
    proposedStarters,
    documents: Number(row.documents ?? 0),
    passages: row.passages,
    sharing,
    hasModel: models.length > 0,
  }
}

/**
 * Saves name and profile, with the date of the answer about the person. Refusal `changed` with the newer draft if another tab or device
 * saved meanwhile.
 */
export async function saveAgent(
  context: AgentContext,
  { agentId, ...change }: { agentId: string; revision: number; name: string; profile: AgentProfile },
): Promise<SaveAgentResult> {
  const { db, user } = context
  const own = { id: agentId, ownerId: user.id }
  const before = assertOwn(await queries.findDraft(db, own))
  // a save between the two statements has another revision, so the answer is compared with what is replaced
  const saved =
    before.revision === change.revision &&
    (await queries.saveDraft(db, { ...own, ...change, profile: toStoredProfile(before, change) }))
  if (saved) return { error: null, revision: saved.revision }
  return { error: 'changed', draft: await findAgentDraft(context, agentId) }
}
