import type { Db } from '@duo/db/index.ts'

/** The versions of an account's documents, with their documents and agents. Those of releases are copies that only visitors see. */
export const ownVersions = (db: Db, ownerId: string) =>
  db
    .selectFrom('studio_version as version')
    .innerJoin('studio_document as document', 'document.id', 'version.document_id')
    .innerJoin('studio_agent as agent', 'agent.id', 'document.agent_id')
    .where('agent.owner_id', '=', ownerId)
    .where('agent.release_of', 'is', null)
