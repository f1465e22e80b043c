import { type Db, inTransaction } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { type AccountContext, actorOfContext, lockOwner } from '#auth/server/sessions/account-context.ts'
import type { ReauthenticationError } from '../../schema.ts'
import { type ConfirmCodesResult, codesSetupMinutes, type RemoveFactorResult, type StartCodesResult } from '../../schema.ts'
import { deleteChallenge, findCodesSetup, replaceChallenge } from '../challenges/challenge-queries.ts'
import { cleanUpWithoutFactor } from '../factor-changes/clean-up.ts'
import { secureFirstFactor } from '../factor-changes/secure-first-factor.ts'
import { hasFactor, isLastRequiredFactor, reportFactorChange } from '../factors/account-factors.ts'
import { requireReauthentication } from '../fresh-factor/reauthentication.ts'
import { deleteOneTimeCodes, findOneTimeCodes, upsertOneTimeCodes } from './one-time-codes-queries.ts'
import { clockOffOf, newSecret, otherStepOfCode, sealSecret, secretUri, stepOfCode, unsealSecret } from './totp.ts'

const setupChallengeKey = ({ user }: AccountContext) => ({ kind: 'set_up_codes', sessionId: user.session.id }) as const

/** Returns a secret, which takes effect when one of its codes confirms it: until then the same one in a session. */
export async function startCodes(
  context: AccountContext,
  password: string | null,
): Promise<StartCodesResult | ReauthenticationError> {
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  const { user, db } = context
  const secret = await inTransaction(db, async (tx) => {
    await lockOwner(tx, user)
    // another tab of this session, or the page before a reload, may show it, and an app may have scanned it
    const started = await findCodesSetup(tx, user.session.id)
    const value = started?.sealedSecret ?? sealSecret(context.secret, user.id, newSecret())
    await replaceChallenge(tx, setupChallengeKey(context), { value, minutes: codesSetupMinutes })
    return unsealSecret(context.secret, user.id, value)
  })
  return { error: null, secret, uri: secretUri(secret, user.email) }
}

/** Activates the secret shown in this session with one of its codes, which is then used up. */
export function confirmCodes(context: AccountContext, code: string): Promise<ConfirmCodesResult> {
  return inTransaction(context.db, async (tx) => {
    const owner = await lockOwner(tx, context.user)
    const setup = await findCodesSetup(tx, context.user.session.id)
    if (!setup) return { error: await whyOver(tx, context, code) }
    const secret = unsealSecret(context.secret, owner.id, setup.sealedSecret)
    const step = stepOfCode(secret, code, setup.now)
    if (step === null) {
      const other = otherStepOfCode(secret, code, setup.now)
      return other === null ? { error: 'wrong_code' } : { error: 'clock_off', clockOff: clockOffOf(other, setup.now) }
    }
    await deleteChallenge(tx, setupChallengeKey(context))
    const isFirst = !(await hasFactor(tx, owner.id))
    const eventId = await reportFactorChange(tx, context, owner, { kind: 'codes_added', actor: actorOfContext(context) })
    await upsertOneTimeCodes(tx, { userId: owner.id, secret: setup.sealedSecret, lastStep: step, eventId })
    if (!isFirst) return { error: null, recoveryCodes: null, endedKeys: 0, endedEmailChange: false }
    return { error: null, ...(await secureFirstFactor(tx, context, owner)) }
  })
}

/**
 * The answer to an earlier call was lost, or another tab has confirmed the secret that this one shows too: it is in use. Only told soon
 * afterwards, because it tells whether a code is right.
 */
async function whyOver(db: Db, { user, secret }: AccountContext, code: string): Promise<'already_on' | 'setup_over'> {
  const active = await findOneTimeCodes(db, user.id)
  const isNew = active && active.now - active.createdAt.getTime() < codesSetupMinutes * 60_000
  const isSame = isNew && stepOfCode(unsealSecret(secret, user.id, active.secret), code, active.now) !== null
  return isSame ? 'already_on' : 'setup_over'
}

export async function removeCodes(
  context: AccountContext,
  password: string | null,
): Promise<RemoveFactorResult | ReauthenticationError> {
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  return inTransaction(context.db, async (tx) => {
    const owner = await lockOwner(tx, context.user)
    if (!(await findOneTimeCodes(tx, owner.id))) throw new AppError('not_found')
    if (await isLastRequiredFactor(tx, owner.id)) return { error: 'last_factor' }
    await deleteOneTimeCodes(tx, owner.id)
    await cleanUpWithoutFactor(tx, owner.id)
    await reportFactorChange(tx, context, owner, { kind: 'codes_removed', actor: actorOfContext(context) })
    return { error: null }
  })
}
