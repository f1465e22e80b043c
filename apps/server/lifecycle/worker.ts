import { embeddingJobs, enqueueMissingSyncs, mailJobs, otherJobs } from '@duo/features/server'
import type { JobDatabaseOptions } from '@duo/platform/server/jobs/database.ts'
import { startWorker } from '@duo/platform/server/jobs/worker.ts'
import { createMailer } from '@duo/platform/server/mail/mail.ts'
import { startMailCatcher } from '@duo/platform/server/mail/mail-catcher.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { type Env, mailNeedsTls } from '../config/env.ts'
import { catchesMail } from '../config/features.ts'

/**
 * Runs what happens later, in this process: mails go to SMTP, or to the catcher where nothing else is set; where neither is, they wait
 * untouched, for tries that cannot succeed would use their attempts up. Where a spreadsheet form is set, what it lacks is queued on the side.
 */
export async function startJobs({ env, database, world }: { env: Env; database: JobDatabaseOptions; world: AppContext }) {
  const { db, log, publicUrl, rateLimit, secret, confirmsEmail, embeddings } = world
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
        world: { db, mailer, publicUrl, rateLimit, secret, followUpForm, confirmsEmail, embeddings },
      })
    : startWorker({ database, jobs, log, world: { db, followUpForm, embeddings } }))
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

const notMirrored = 'answers that the spreadsheet lacks could not be queued; the next start tries again'

/** The spreadsheet form, where one is set; readEnv has seen to it that its fields are too. */
const formOf = ({ FOLLOWUP_FORM_URL: url, FOLLOWUP_FORM_FIELDS: fields }: Env) => (url && fields ? { url, fields } : null)
