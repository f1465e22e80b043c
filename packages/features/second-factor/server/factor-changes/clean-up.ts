import type { Db } from '@duo/db/index.ts'
import { deleteSteps } from '../challenges/step-queries.ts'
import { endRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { hasFactor } from '../factors/account-factors.ts'
import { replaceRecoveryCodes } from '../factors/factor-queries.ts'

/** Deletes what is useless without a factor: recovery codes, an active recovery and pending steps. */
export async function cleanUpWithoutFactor(db: Db, userId: string): Promise<void> {
  if (await hasFactor(db, userId)) return
  await replaceRecoveryCodes(db, userId, [])
  await endRecovery(db, { userId }, 'voided')
  await deleteSteps(db, userId)
}
