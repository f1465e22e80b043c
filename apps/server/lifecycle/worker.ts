import { embeddingJobs, mailJobs, otherJobs } from '@duo/features/server'
import { enqueueMissingSyncs } from '@duo/features/survey/server/sync-jobs.ts'
import type { JobDatabaseOptions } from '@duo/platform/server/jobs/database.ts'
import { startWorker } from '@duo/platform/server/jobs/worker.ts'
import { createMailer } from '@duo/platform/server/mail/mail.ts'
import { startMailCatcher } from '@duo/platform/server/mail/mail-catcher.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { type Env, mailNeedsTls } from '../config/env.ts'
import { catchesMail } from '../config/features.ts'

/** Starts the job worker. Without SMTP and catcher mails stay queued: failing attempts would use up their retries. */
export async function startJobs({
  env,
  database,
  appContext,
}: {
  env: Env
  database: JobDatabaseOptions
  appContext: AppContext
}) {
  const { db, log, publicUrl, rateLimit, secret, confirmsEmail, accountHooks, embeddings, studio } = appContext
  const followUpForm = formOf(env)
  const catcher = catchesMail(env) ? await startMailCatcher({ db, log }) : null
  const smtpUrl = env.SMTP_URL ?? catcher?.smtpUrl
  const mailer = smtpUrl && createMailer({ smtpUrl, from: env.MAIL_FROM, needsTls: mailNeedsTls(env) })
  const jobs = [...otherJobs, ...(embeddings ? embeddingJobs : [])]
  const worker = await (mailer
    ? startWorker({
        database,
        jobs: [...mailJobs, ...jobs],
        log,
        dependencies: { db, mailer, publicUrl, rateLimit, secret, followUpForm, confirmsEmail, accountHooks, embeddings, studio },
      })
    : startWorker({ database, jobs, log, dependencies: { db, secret, followUpForm, embeddings } }))
  const stopping = new AbortController()
  const mirroring =
    followUpForm && enqueueMissingSyncs(db, stopping.signal).catch((err: unknown) => log.error({ err }, notMirrored))
  return {
    stop: async () => {
      stopping.abort()
      await mirroring
      await worker.stop()
      if (mailer) mailer.close()
      await catcher?.close()
    },
  }
}

const notMirrored = 'failed to queue the answers that the spreadsheet lacks; the next start retries'

const formOf = ({ FOLLOWUP_FORM_URL: url, FOLLOWUP_FORM_FIELDS: fields }: Env) => (url && fields ? { url, fields } : null)
