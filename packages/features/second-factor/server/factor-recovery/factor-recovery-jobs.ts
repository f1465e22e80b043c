import { type Db, inTransaction } from '@duo/db/index.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import { z } from 'zod'
import { deviceDays } from '#auth/rules.ts'
import { enqueueAccountMail } from '#auth/server/mail/account-mail-job.ts'
import type { FactorMailKind } from '#auth/server/mail/mail-kind.ts'
import type { Owner } from '#auth/server/users/user-queries.ts'
import { lockUser } from '#auth/server/users/user-queries.ts'
import { findActiveRecoveryById, listUserEmails } from './factor-recovery-queries.ts'

export async function mailAllEmails(
  db: Db,
  { id, language }: Owner,
  { kind, eventId }: { kind: FactorMailKind; eventId: string | null },
): Promise<void> {
  for (const email of await listUserEmails(db, id, deviceDays))
    await enqueueAccountMail(db, { kind, email, language, userId: id, eventId })
}

export const factorRecoveryNotice = defineJob({
  name: 'auth.factor_recovery_notice',
  payload: z.object({ recoveryId: z.uuid(), mail: z.enum(['factor_recovery_soon', 'factor_recovery_ripe']) }),
  run: ({ db }: { db: Db }, { recoveryId, mail }) =>
    inTransaction(db, async (tx) => {
      const recovery = await findActiveRecoveryById(tx, recoveryId)
      const user = recovery && (await lockUser(tx, recovery.userId))
      if (user && (await findActiveRecoveryById(tx, recoveryId))) await mailAllEmails(tx, user, { kind: mail, eventId: null })
    }),
})
