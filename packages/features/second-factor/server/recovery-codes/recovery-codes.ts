import { randomBytes } from 'node:crypto'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { asciiDigits } from '@duo/platform/shared/text/typed-code.ts'
import { type AccountContext, actorOfContext, lockOwner } from '#auth/server/sessions/account-context.ts'
import { recoveryCodeCount } from '../../rules.ts'
import type { ReauthenticationError, RecoveryCodesResult } from '../../schema.ts'
import { hasFactor, reportFactorChange } from '../factors/account-factors.ts'
import { deleteRecoveryCode, replaceRecoveryCodes } from '../factors/factor-queries.ts'
import { requireReauthentication } from '../fresh-factor/reauthentication.ts'

/** 32 characters without lookalikes. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz'

function newCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

const normalizeCode = (input: string) =>
  asciiDigits(input)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')

const hashCode = (secret: Keys, userId: string, input: string) =>
  keyedHash(secret, 'recovery code', `${userId}\n${normalizeCode(input)}`)

/** Replaces the recovery codes and returns them; only hashes are stored. */
export async function createRecoveryCodes(db: Db, { secret }: { secret: Keys }, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newCode)
  await replaceRecoveryCodes(
    db,
    userId,
    codes.map((code) => hashCode(secret, userId, code)),
  )
  return codes
}

export async function consumeRecoveryCode(db: Db, { secret }: { secret: Keys }, userId: string, input: string): Promise<boolean> {
  return (await deleteRecoveryCode(db, userId, hashCode(secret, userId, input))) !== undefined
}

export async function newRecoveryCodes(
  context: AccountContext,
  password: string | null,
): Promise<RecoveryCodesResult | ReauthenticationError> {
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  return inTransaction(context.db, async (tx) => {
    const owner = await lockOwner(tx, context.user)
    if (!(await hasFactor(tx, owner.id))) throw new AppError('not_found')
    const recoveryCodes = await createRecoveryCodes(tx, context, owner.id)
    await reportFactorChange(tx, context, owner, { kind: 'recovery_codes_made', actor: actorOfContext(context) })
    return { error: null, recoveryCodes }
  })
}
