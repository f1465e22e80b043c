import type { Db } from '@duo/db/index.ts'
import { retryDeadJobs } from '@duo/platform/server/jobs/admin.ts'
import { enqueueMissing } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import { z } from 'zod'
import { type FollowUpForm, sendRow } from './spreadsheet-client.ts'
import { findUnsynced, listUnsyncedAfter, markSynced } from './sync-queries.ts'

interface SyncContext {
  db: Db
  /** Null where none is set: answers then wait in Postgres for a start that has one. */
  followUpForm: FollowUpForm | null
}

/**
 * Copies one person's follow-up answers to the spreadsheet form. A process that dies between the form's yes and our note of it sends the
 * row twice; that is the only way. One at a time: a form that hangs must not keep mails waiting, nor an older row overtake a newer one.
 */
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

/**
 * Queues whatever the spreadsheet lacks: answers from before the form was set, and those whose job is dead. Jobs that wait are left
 * alone, so it may be called at every start of every server. Answers how many it queued.
 */
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
