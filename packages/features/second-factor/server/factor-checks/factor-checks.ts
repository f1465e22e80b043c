import type { Db } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { z } from 'zod'
import type { Actor } from '#auth/server/events/account-events.ts'
import type { Owner } from '#auth/server/users/user-queries.ts'
import type { authenticationResponse, CodeProblem } from '../../schema.ts'
import type { ChallengeKey } from '../challenges/challenge-queries.ts'
import { consumeChallenge } from '../challenges/challenge-queries.ts'
import { reportFactorChange } from '../factors/account-factors.ts'
import { consumeTimeStep, findOneTimeCodes, spoilTimeStep } from '../one-time-codes/one-time-codes-queries.ts'
import { clockOffOf, otherStepOfCode, stepAt, stepOfCode, unsealSecret } from '../one-time-codes/totp.ts'
import { findPasskeyByCredential, updatePasskeyUsage } from '../passkeys/passkey-queries.ts'
import { verifyCounter } from '../passkeys/passkey-verification.ts'
import { consumeRecoveryCode } from '../recovery-codes/recovery-codes.ts'

type FactorContext = Pick<AppContext, 'secret' | 'publicUrl'>

/** Verifies a factor in the transaction that acts on it, with the account locked. */
export interface Factor {
  check: (tx: Db, user: Owner, challengeKey: ChallengeKey) => Promise<boolean | CodeProblem>
  refusal: 'wrong_code' | 'passkey_refused'
}

export const codeFactor = (context: FactorContext, code: string): Factor => ({
  refusal: 'wrong_code',
  check: async (tx, { id: userId }) => {
    const codes = await findOneTimeCodes(tx, userId)
    if (!codes) return false
    const { now } = codes
    const secret = unsealSecret(context.secret, userId, codes.secret)
    const step = stepOfCode(secret, code, now)
    if (step !== null) return (await consumeTimeStep(tx, userId, { step, newest: stepAt(now) + 1 })) || { error: 'used_code' }
    const otherStep = otherStepOfCode(secret, code, now)
    if (otherStep === null) return false
    await spoilTimeStep(tx, userId, otherStep)
    return { error: 'clock_off', clockOff: clockOffOf(otherStep, now) }
  },
})

export const recoveryCodeFactor = (context: FactorContext, code: string, actor: Actor): Factor => ({
  refusal: 'wrong_code',
  check: async (tx, user) => {
    if (!(await consumeRecoveryCode(tx, context, user.id, code))) return false
    await reportFactorChange(tx, context, user, { kind: 'recovery_code_used', actor })
    return true
  },
})

export const passkeyFactor = (context: FactorContext, response: z.infer<typeof authenticationResponse>): Factor => ({
  refusal: 'passkey_refused',
  check: async (tx, { id: userId }, challengeKey) => {
    const challenge = await consumeChallenge(tx, challengeKey)
    const passkey = await findPasskeyByCredential(tx, response.id)
    if (challenge === undefined || passkey?.userId !== userId) return false
    const counter = await verifyCounter(context, passkey, { response, challenge })
    if (counter === null) return false
    await updatePasskeyUsage(tx, passkey.id, counter)
    return true
  },
})
