import type { Db } from '@duo/db/index.ts'
import { uncountPassages } from '../search/term-queries.ts'
import { clearDigest, listCopies } from '../sharing/release-queries.ts'
import { deleteDocument } from './document-queries.ts'

/** Deletes a document from all that is shared of its agent, in every release. Lock the agent before. */
export async function withdrawDocument(tx: Db, of: { documentId: string; ownerId: string }): Promise<void> {
  for (const copy of await listCopies(tx, of)) {
    await uncountPassages(tx, { id: copy.agentId, number: copy.number }, copy.versionId)
    await deleteDocument(tx, copy.id)
    // it is no longer what the draft was, so sharing the draft again must not show it
    await clearDigest(tx, copy.agentId)
  }
}
