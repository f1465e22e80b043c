import { inTransaction } from '@duo/db/index.ts'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
import type { z } from 'zod'
import { type authenticationResponse, challengeMinutes, type StepPasskeyAnswer } from '../../second-factor-schema.ts'
import type { Actor } from '../events/account-events.ts'
import { consumeTimeStep, findOneTimeCodes, spoilTimeStep } from '../one-time-codes/one-time-codes-queries.ts'
import { consumeRecoveryCode } from '../one-time-codes/recovery-codes.ts'
import { clockOffOf, otherStepOfCode, stepAt, stepOfCode, unsealSecret } from '../one-time-codes/totp.ts'
import { findPasskeyByCredential, listPasskeys, updatePasskeyUsage } from '../passkeys/passkey-queries.ts'
import { requestOptions, verifyCounter } from '../passkeys/passkey-verification.ts'
import { lockUser } from '../user-queries.ts'
import { reportFactorChange } from './account-factors.ts'
import type { Factor } from './pass-second-step.ts'
import { findActiveStep, stepOver } from './second-step.ts'
import { consumeChallenge, findStepByToken, replaceChallenge } from './second-step-queries.ts'

type FactorContext = Pick<AppContext, 'secret' | 'publicUrl'>

export const codeFactor = (context: FactorContext, code: string): Factor => ({
  refusal: 'wrong_code',
  check: async (tx, { id: userId }) => {
    const codes = await findOneTimeCodes(tx, userId)
    if (!codes) return false
    const { now } = codes
    const secret = unsealSecret(context.secret, userId, codes.secret)
    const step = stepOfCode(secret, code, now)
    if (step !== null) return consumeTimeStep(tx, userId, { step, newest: stepAt(now) + 1 })
    const otherStep = otherStepOfCode(secret, code, now)
    if (otherStep === null) return false
    await spoilTimeStep(tx, userId, otherStep)
    return { clockOff: clockOffOf(otherStep, now) }
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

export async function stepPasskeyOptions(context: RequestContext): Promise<StepPasskeyAnswer> {
  const step = await findActiveStep(context)
  if (!step) return stepOver
  const options = await requestOptions(context, await listPasskeys(context.db, step.userId))
  const challenge = { value: options.challenge, minutes: challengeMinutes }
  return inTransaction(context.db, async (tx) => {
    await lockUser(tx, step.userId)
    if (!(await findStepByToken(tx, step.tokenHash))) return stepOver
    await replaceChallenge(tx, { kind: 'second_step', stepId: step.id }, challenge)
    return { error: null, options }
  })
}
