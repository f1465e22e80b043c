import type { Db } from '@duo/db/index.ts'
import { retryDeadJobs } from '@duo/platform/server/jobs/admin.ts'
import { enqueueMissing } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import { z } from 'zod'
import { type FollowUpForm, sendRow } from './spreadsheet-client.ts'
import { findUnsynced, listUnsyncedAfter, markSynced } from './sync-queries.ts'

interface SyncContext {
  db: Db
  followUpForm: FollowUpForm | null
}

/** Delivers at least once: a crash after the request repeats the row. One at a time keeps rows in order and delays no e-mails. */
export const syncFollowUpJob = defineJob({
  name: 'survey.mirror',
  payload: z.object({ signupId: z.uuid() }),
  oneAtATime: true,
  run: async ({ db, followUpForm }: SyncContext, { signupId }, { signal }) => {
    const answers = followUpForm && (await findUnsynced(db, signupId))
    if (!answers) return
    await sendRow(followUpForm, answers, signal)
    await markSynced(db, signupId, answers.version)
  },
})

const pageSize = 10_000

/** Queues missing rows and retries dead jobs; safe to call on every start of every server. Returns the number of queued rows. */
export async function enqueueMissingSyncs(db: Db, signal?: AbortSignal): Promise<number> {
  let queued = await retryDeadJobs(db, syncFollowUpJob.name)
  let cursor = '00000000-0000-0000-0000-000000000000'
  while (!signal?.aborted) {
    const page = await listUnsyncedAfter(db, cursor, pageSize)
    const payloads = page.map((signupId) => ({ signupId }))
    queued += await enqueueMissing(db, syncFollowUpJob, payloads, ({ signupId }) => signupId)
    cursor = page.at(-1) ?? cursor
    if (page.length < pageSize) break
  }
  return queued
}
