import type { Db } from '@duo/db/index.ts'
import { findRole } from '../../auth/server/users/role-queries.ts'
import type { SecondFactors } from '../schema.ts'
import { toRecoveryDto } from './factor-recovery/factor-recovery.ts'
import { findActiveRecovery } from './factor-recovery/factor-recovery-queries.ts'
import { countFactors } from './factors/factor-queries.ts'
import { findOneTimeCodes } from './one-time-codes/one-time-codes-queries.ts'
import { listPasskeys } from './passkeys/passkey-queries.ts'

export async function getSecondFactors(db: Db, userId: string): Promise<SecondFactors> {
  const [passkeys, codes, counts, role, recovery] = await Promise.all([
    listPasskeys(db, userId),
    findOneTimeCodes(db, userId),
    countFactors(db, userId),
    findRole(db, userId),
    findActiveRecovery(db, userId),
  ])
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    codesSince: codes?.createdAt.toISOString() ?? null,
    recoveryCodesLeft: counts.recoveryCodes,
    isDemanded: role === 'operator',
    recovery: toRecoveryDto(recovery),
  }
}
