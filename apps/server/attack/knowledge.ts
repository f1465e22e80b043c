import { randomUUID } from 'node:crypto'
import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { browserOf } from './conversations.ts'
import type { Person } from './people.ts'

const answered = { person: 'none', personAt: '2026-11-27T10:00:00.000Z' }

/** Stores an agent of the owner's with a document of two passages. */
export async function addKnowledge(db: Db, { id: owner_id }: Person) {
  const [studioAgentId, documentId, versionId, passageId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await db
    .insertInto('studio_agent')
    .values({ id: studioAgentId, owner_id, name: `Duo of ${owner_id}`, language: 'en', passages: 2, profile: answered })
    .execute()
  await db
    .insertInto('studio_document')
    .values({ id: documentId, agent_id: studioAgentId, name: `Notes of ${owner_id}` })
    .execute()
  const file = { document_id: documentId, name: 'notes.txt', size: 10, received: 10 }
  await db
    .insertInto('studio_version')
    .values({ ...file, id: versionId, state: 'ready', current: true, passages: 2, language: 'en' })
    .execute()
  const text = `A sentence of ${owner_id}. Another one.`
  const passage = { version_id: versionId, headings: [], originals: [text], terms: sql<string>`''::tsvector`, text }
  await db
    .insertInto('studio_passage')
    .values([
      { ...passage, id: passageId, place: 0 },
      { ...passage, id: uuidv7(), place: 1_000 },
    ])
    .execute()
  return { studioAgentId, documentId, versionId, passageId }
}

/** Shares the owner's agent by link, with a correction and an asker. */
export async function shareKnowledge(db: Db, browser: ReturnType<typeof browserOf>, agent_id: string) {
  const [correctionId, asker] = [uuidv7(), randomUUID()]
  await db.insertInto('studio_correction').values({ id: correctionId, agent_id, question: 'Who?', answer: 'Ada.' }).execute()
  await db.insertInto('studio_asker').values({ agent_id, asker, network: asker, questions: 1 }).execute()
  const { data } = await browser.call('studio.share', { agentId: agent_id })
  const { slug: sharedSlug } = (data as { sharing: { slug: string } }).sharing
  const { id: sharedPassageId } = await db
    .selectFrom('studio_passage as passage')
    .innerJoin('studio_version as version', 'version.id', 'passage.version_id')
    .innerJoin('studio_document as document', 'document.id', 'version.document_id')
    .innerJoin('studio_agent as release', 'release.id', 'document.agent_id')
    .where('release.release_of', '=', agent_id)
    .select('passage.id')
    .executeTakeFirstOrThrow()
  return { correctionId, asker, sharedSlug, sharedPassageId }
}
