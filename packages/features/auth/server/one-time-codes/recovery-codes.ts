import { randomBytes } from 'node:crypto'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { NotProven } from '../../schema.ts'
import { recoveryCodesAtOnce } from '../../second-factor-rules.ts'
import type { RecoveryCodesAnswer } from '../../second-factor-schema.ts'
import { type AccountWorld, actorIn, lockOwner, unproven } from '../reauthentication.ts'
import { hasFactor, reportChange } from '../second-factor/account-factors.ts'
import { replaceRecoveryCodes, takeRecoveryCode } from '../second-factor/factor-queries.ts'

/** 32 characters without those that are taken for one another. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'

/** A code of 80 bits in groups of four. */
function newCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

const tidy = (typed: string) => typed.toLowerCase().replace(/[^0-9a-z]/g, '')

const hashOf = (secret: Keys, userId: string, typed: string) => keyedHash(secret, 'recovery code', `${userId}\n${tidy(typed)}`)

/** Makes the recovery codes of an account, in place of older ones. Returns them: only hashes are stored. */
export async function makeRecoveryCodes(db: Db, { secret }: { secret: Keys }, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodesAtOnce }, newCode)
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashOf(secret, userId, code)),
  )
  return codes
}

/** Uses a typed recovery code up. Returns whether it was one of the account's. */
export async function spendRecoveryCode(db: Db, { secret }: { secret: Keys }, userId: string, typed: string): Promise<boolean> {
  return (await takeRecoveryCode(db, userId, hashOf(secret, userId, typed))) !== undefined
}

/** Replaces the recovery codes of the signed-in user. */
export async function newRecoveryCodes(world: AccountWorld, password: string | null): Promise<RecoveryCodesAnswer | NotProven> {
  const refusal = await unproven(world, password)
  if (refusal) return refusal
  return inTransaction(world.db, async (tx) => {
    const person = await lockOwner(tx, world.user)
    if (!(await hasFactor(tx, person.id))) throw new AppError('not_found')
    const recoveryCodes = await makeRecoveryCodes(tx, world, person.id)
    await reportChange(tx, world, person, { kind: 'recovery_codes_made', actor: actorIn(world) })
    return { error: null, recoveryCodes }
  })
}
