import type { Db } from '@duo/db/index.ts'
import { defineJob } from '@duo/platform/server/jobs.ts'
import type { Mailer } from '@duo/platform/server/mail.ts'
import { z } from 'zod'
import { welcome } from './emails.ts'
import * as queries from './queries.ts'
import { referralLink } from './rules.ts'

interface MailWorld {
  db: Db
  mailer: Mailer
  publicUrl: string
}

/** Sends the mail after a join (or after joining again). An entry erased in the meantime needs no mail. */
export const welcomeMail = defineJob({
  name: 'waitlist.welcome',
  payload: z.object({ signupId: z.uuid(), kind: z.enum(['joined', 'already_there']) }),
  run: async ({ db, mailer, publicUrl }: MailWorld, { signupId, kind }, { messageId }) => {
    const entry = await queries.signupById(db, signupId)
    if (!entry) return
    const position = await queries.positionOfSeat(db, entry.seat)
    const mail = await welcome(
      { kind, position, referralLink: referralLink(publicUrl, entry.referralCode), publicUrl },
      entry.language,
    )
    await mailer.send({ to: entry.email, messageId, ...mail })
  },
})
