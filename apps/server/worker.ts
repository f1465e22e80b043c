import { jobs } from '@duo/features/server'
import { startWorker } from '@duo/platform/server/jobs.ts'
import { createMailer, offMailer } from '@duo/platform/server/mail.ts'
import { startMailCatcher } from '@duo/platform/server/mail-catcher.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { Pool } from 'pg'
import type { Env } from './env.ts'
import { catchesMail } from './features.ts'

/** Runs what happens later, in this process: mails go to SMTP, or to the catcher where nothing else is set. */
export async function startJobs({ env, pool, world }: { env: Env; pool: Pool; world: World }) {
  const { db, log, publicUrl, secret } = world
  const catcher = catchesMail(env) ? await startMailCatcher({ db, log }) : null
  const smtpUrl = env.SMTP_URL ?? catcher?.smtpUrl
  const mailer = smtpUrl ? createMailer({ smtpUrl, from: env.MAIL_FROM }) : offMailer
  const worker = await startWorker({ pool, jobs, log, world: { db, mailer, publicUrl, secret } })
  return {
    stop: async () => {
      await worker.stop()
      mailer.close()
      await catcher?.close()
    },
  }
}
