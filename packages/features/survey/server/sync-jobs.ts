import type { Db } from '@duo/db/index.ts'
import { retryDeadJobs } from '@duo/platform/server/jobs/admin.ts'
import { enqueueMissing } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import { z } from 'zod'
import { type FollowUpForm, sendRow } from './spreadsheet-client.ts'
import { markMirrored, unmirrored, unmirroredAfter } from './sync-queries.ts'

interface MirrorWorld {
  db: Db
  /** Null where none is set: answers then wait in Postgres for a start that has one. */
  followUpForm: FollowUpForm | null
}

/**
 * Copies one person's follow-up answers to the spreadsheet form. A process that dies between the form's yes and our note of it sends the
 * row twice; that is the only way. One at a time: a form that hangs must not keep mails waiting, nor an older row overtake a newer one.
 */
export const surveyMirror = defineJob({
  name: 'survey.mirror',
  payload: z.object({ signupId: z.uuid() }),
  oneAtATime: true,
  run: async ({ db, followUpForm }: MirrorWorld, { signupId }, { signal }) => {
    const answers = followUpForm && (await unmirrored(db, signupId))
    if (!answers) return
    await sendRow(followUpForm, answers, signal)
    await markMirrored(db, signupId, answers.version)
  },
})

const pageSize = 10_000

/**
 * Queues whatever the spreadsheet lacks: answers from before the form was set, and those whose job is dead. Jobs that wait are left
 * alone, so it may be called at every start of every server. Answers how many it queued.
 */
export async function mirrorMissing(db: Db, signal?: AbortSignal): Promise<number> {
  let queued = await retryDeadJobs(db, surveyMirror.name)
  let last = '00000000-0000-0000-0000-000000000000'
  while (!signal?.aborted) {
    const page = await unmirroredAfter(db, last, pageSize)
    const payloads = page.map((signupId) => ({ signupId }))
    queued += await enqueueMissing(db, surveyMirror, payloads, ({ signupId }) => signupId)
    last = page.at(-1) ?? last
    if (page.length < pageSize) break
  }
  return queued
}
