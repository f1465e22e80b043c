import type { Db } from '@duo/db/index.ts'
import { listAgents } from '../agent-queries.ts'
import { listDocuments, listVersions } from './document-queries.ts'
import { toDocument } from './documents.ts'

/** Returns what an account's download says about its agents. The files themselves are in the archive of `/api/studio/originals`. */
export async function exportStudio({ db }: { db: Db }, userId: string) {
  const agents = await listAgents(db, userId)
  return await Promise.all(
    agents.map(async ({ id, name, createdAt }) => {
      const documents = await listDocuments(db, id)
      const versions = await listVersions(
        db,
        documents.map((document) => document.id),
      )
      return { name, created_at: createdAt.toISOString(), documents: documents.map((row) => toDocument(row, versions)) }
    }),
  )
}
