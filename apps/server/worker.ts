import type { Db } from '@duo/db/index.ts'
import { jobs } from '@duo/features/server'
import { startWorker } from '@duo/platform/server/jobs.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { createMailer, offMailer } from '@duo/platform/server/mail.ts'
import { startMailCatcher } from '@duo/platform/server/mail-catcher.ts'
import type { Pool } from 'pg'
import type { Env } from './env.ts'
import { catchesMail } from './features.ts'

interface WorkerParts {
  env: Env
  db: Db
  pool: Pool
  log: Logger
  publicUrl: string
}

/** Runs what happens later, in this process: mails go to SMTP, or to the catcher where nothing else is set. */
export async function startJobs({ env, db, pool, log, publicUrl }: WorkerParts) {
  const catcher = catchesMail(env) ? await startMailCatcher({ db, log }) : null
  const smtpUrl = env.SMTP_URL ?? catcher?.smtpUrl
  const mailer = smtpUrl ? createMailer({ smtpUrl, from: env.MAIL_FROM }) : offMailer
  const worker = await startWorker({ pool, jobs, log, world: { db, mailer, log, publicUrl } })
  return {
    stop: async () => {
      await worker.stop()
      mailer.close()
      await catcher?.close()
    },
  }
}
