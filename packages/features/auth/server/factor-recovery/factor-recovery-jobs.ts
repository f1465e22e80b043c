import { type Db, inTransaction } from '@duo/db/index.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import { z } from 'zod'
import { deviceDays } from '../../rules.ts'
import { queueMail } from '../mail/account-mail-job.ts'
import type { FactorMailKind } from '../mail/second-factor-mail.ts'
import type { Owner } from '../second-factor/account-factors.ts'
import { lockPerson } from '../user-queries.ts'
import { addressesOf, runningRecoveryById } from './factor-recovery-queries.ts'

/** Queues a mail to every address that the account has had while its trail reaches back. */
export async function mailEveryAddress(
  db: Db,
  { id, language }: Owner,
  { kind, eventId }: { kind: FactorMailKind; eventId: string | null },
): Promise<void> {
  for (const email of await addressesOf(db, id, deviceDays)) await queueMail(db, { kind, email, language, userId: id, eventId })
}

/** Mails that a recovery is ripe tomorrow, or now; nothing where it has ended. */
export const factorRecoveryNotice = defineJob({
  name: 'auth.factor_recovery_notice',
  payload: z.object({ recoveryId: z.uuid(), mail: z.enum(['factor_recovery_soon', 'factor_recovery_ripe']) }),
  run: ({ db }: { db: Db }, { recoveryId, mail }) =>
    inTransaction(db, async (tx) => {
      const known = await runningRecoveryById(tx, recoveryId)
      const person = known && (await lockPerson(tx, known.userId))
      if (person && (await runningRecoveryById(tx, recoveryId))) await mailEveryAddress(tx, person, { kind: mail, eventId: null })
    }),
})
