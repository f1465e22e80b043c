import type { Db } from '@duo/db/index.ts'
import { newProfile } from '../../agent-rules.ts'
import { listAgents } from '../agent-queries.ts'
import { listReports } from '../audience/asker-queries.ts'
import { listCorrections } from '../corrections/correction-queries.ts'
import { summaryOf } from '../coverage/coverage-runs.ts'
import { findDraft } from '../draft/draft-queries.ts'
import { toDraftProfile } from '../draft/profile.ts'
import { listReleases } from '../sharing/release-queries.ts'
import { listDocuments, listVersions } from './document-queries.ts'
import { toDocument } from './documents.ts'

const maxReports = 1_000

/**
 * Returns what an account's download says about its agents, without the codes of those who asked them. The files themselves are
 * in the archive of `/api/studio/originals`.
 */
export async function exportStudio({ db }: { db: Db }, userId: string) {
  const agents = await listAgents(db, userId)
  return await Promise.all(
    agents.map(async ({ id, name, createdAt }) => ({
      name,
      created_at: createdAt.toISOString(),
      documents: await exportDocuments(db, id),
      ...(await exportAgent(db, { id, ownerId: userId })),
    })),
  )
}

async function exportDocuments(db: Db, agentId: string) {
  const documents = await listDocuments(db, agentId)
  const versions = await listVersions(
    db,
    documents.map(({ id }) => id),
  )
  return documents.map((row) => toDocument(row, versions))
}

async function exportAgent(db: Db, agent: { id: string; ownerId: string }) {
  const [draft, corrections, releases, reports] = await Promise.all([
    findDraft(db, agent),
    listCorrections(db, agent.id),
    listReleases(db, agent.id),
    listReports(db, agent.id, maxReports),
  ])
  return {
    profile: draft ? { ...draft.profile, ...toDraftProfile(draft) } : newProfile,
    slug: draft?.slug ?? null,
    paused_at: draft?.pausedAt?.toISOString() ?? null,
    taken_down_at: draft?.takenDownAt?.toISOString() ?? null,
    takedown_reason: draft?.takedownReason ?? null,
    coverage: summaryOf(draft?.coverage ?? null),
    corrections: corrections.map(({ question, answer, createdAt }) => ({
      question,
      answer,
      created_at: createdAt.toISOString(),
    })),
    releases: releases.map(({ id, createdAt }) => ({ created_at: createdAt.toISOString(), is_shown: id === draft?.releaseId })),
    reports: reports.map(({ reason, question, reply, createdAt }) => ({
      reason,
      question,
      reply,
      created_at: createdAt.toISOString(),
    })),
  }
}
