import { inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { authenticationResponse, challengeMinutes } from '../../second-factor-schema.ts'
import { AuthEndpointError } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { consumeTimeStep, findOneTimeCodes } from '../one-time-codes/one-time-codes-queries.ts'
import { consumeRecoveryCode } from '../one-time-codes/recovery-codes.ts'
import { stepOfCode, unsealSecret } from '../one-time-codes/totp.ts'
import { findPasskeyByCredential, listPasskeys, updatePasskeyUsage } from '../passkeys/passkey-queries.ts'
import { requestOptions, verifyCounter } from '../passkeys/passkey-verification.ts'
import { actorOfCall } from '../sign-in/sign-in.ts'
import { lockUser } from '../user-queries.ts'
import { reportFactorChange } from './account-factors.ts'
import type { Factor } from './pass-second-step.ts'
import { requireActiveStep, stepExpiredError } from './second-step.ts'
import { consumeChallenge, findStepByToken, replaceChallenge } from './second-step-queries.ts'

export const codeFactor = (context: AppContext, { body }: CallState): Factor => ({
  refusal: 'WRONG_CODE',
  check: async (tx, { id: userId }) => {
    const codes = await findOneTimeCodes(tx, userId)
    const step = codes ? stepOfCode(unsealSecret(context.secret, userId, codes.secret), String(body.code)) : null
    return step !== null && (await consumeTimeStep(tx, userId, step)) !== undefined
  },
})

export const recoveryCodeFactor = (context: AppContext, call: CallState): Factor => ({
  refusal: 'WRONG_CODE',
  check: async (tx, user) => {
    if (!(await consumeRecoveryCode(tx, context, user.id, String(call.body.code)))) return false
    await reportFactorChange(tx, context, user, { kind: 'recovery_code_used', actor: actorOfCall(call) })
    return true
  },
})

export function passkeyFactor(context: AppContext, { body }: CallState): Factor {
  const { data: response } = authenticationResponse.safeParse(body.response)
  if (!response) throw new AuthEndpointError('VALIDATION_ERROR', 'Invalid response')
  return {
    refusal: 'PASSKEY_REFUSED',
    check: async (tx, { id: userId }, step) => {
      const challenge = await consumeChallenge(tx, { kind: 'second_step', stepId: step.id })
      const passkey = await findPasskeyByCredential(tx, response.id)
      if (challenge === undefined || passkey?.userId !== userId) return false
      const counter = await verifyCounter(context, passkey, { response, challenge })
      if (counter === null) return false
      await updatePasskeyUsage(tx, passkey.id, counter)
      return true
    },
  }
}

export async function stepPasskeyOptions(context: AppContext, call: CallState) {
  const { id: stepId, userId, tokenHash } = await requireActiveStep(context, call)
  const options = await requestOptions(context, await listPasskeys(context.db, userId))
  const challenge = { value: options.challenge, minutes: challengeMinutes }
  await inTransaction(context.db, async (tx) => {
    await lockUser(tx, userId)
    if (!(await findStepByToken(tx, tokenHash))) throw stepExpiredError()
    await replaceChallenge(tx, { kind: 'second_step', stepId }, challenge)
  })
  return options
}
