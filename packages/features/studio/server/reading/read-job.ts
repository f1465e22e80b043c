import type { Db } from '@duo/db/index.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { z } from 'zod'
import { claimVersion, listOwnersOfUnread } from './read-queries.ts'
import { readVersion } from './read-version.ts'

interface ReadContext {
  db: Db
  secret: Keys
}

/** Reads the files of an account one after the other, the oldest first. */
export const readDocuments = defineJob({
  name: 'studio.read',
  payload: z.object({ ownerId: z.uuid() }),
  run: async (context: ReadContext, { ownerId }, { signal }) => {
    while (!signal.aborted) {
      const version = await claimVersion(context.db, ownerId)
      if (!version) return
      await readVersion(context, { ownerId, version, signal })
    }
    throw new Error('the server stops: another one reads on')
  },
})

/** Queues an account's files for reading. One waiting job is enough for all of them. */
export const enqueueReading = (db: Db, ownerId: string) => enqueue(db, readDocuments, { ownerId }, { key: ownerId })

/** Queues files again whose server died, or whose job is gone. */
export async function enqueueUnread(db: Db): Promise<void> {
  for (const ownerId of await listOwnersOfUnread(db)) await enqueueReading(db, ownerId)
}
