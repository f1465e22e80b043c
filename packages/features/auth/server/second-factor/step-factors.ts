import { inTransaction } from '@duo/db/index.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { authenticationResponse, challengeMinutes } from '../../second-factor-schema.ts'
import { Refusal } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { oneTimeCodesOf, spendStep } from '../one-time-codes/one-time-codes-queries.ts'
import { spendRecoveryCode } from '../one-time-codes/recovery-codes.ts'
import { stepOfCode, unsealSecret } from '../one-time-codes/totp.ts'
import { passkeyByCredential, passkeysOf, touchPasskey } from '../passkeys/passkey-queries.ts'
import { requestOptions, verifiedCounter } from '../passkeys/passkey-verification.ts'
import { actorOf } from '../sign-in/sign-in.ts'
import { lockPerson } from '../user-queries.ts'
import { reportChange } from './account-factors.ts'
import type { Factor } from './pass-second-step.ts'
import { liveStep, stepOver } from './second-step.ts'
import { putChallenge, stepByToken, takeChallenge } from './second-step-queries.ts'

/** A one-time code, each once. */
export const codeFactor = (world: World, { body }: CallState): Factor => ({
  refusal: 'WRONG_CODE',
  check: async (tx, { id: userId }) => {
    const codes = await oneTimeCodesOf(tx, userId)
    const step = codes ? stepOfCode(unsealSecret(world.secret, userId, codes.secret), String(body.code)) : null
    return step !== null && (await spendStep(tx, userId, step)) !== undefined
  },
})

/** A recovery code. Its use is mailed to the owner. */
export const recoveryCodeFactor = (world: World, call: CallState): Factor => ({
  refusal: 'WRONG_CODE',
  check: async (tx, person) => {
    if (!(await spendRecoveryCode(tx, world, person.id, String(call.body.code)))) return false
    await reportChange(tx, world, person, { kind: 'recovery_code_used', actor: actorOf(call) })
    return true
  },
})

/** One of the account's passkeys, by the challenge of this step. */
export function passkeyFactor(world: World, { body }: CallState): Factor {
  const { data: response } = authenticationResponse.safeParse(body.response)
  if (!response) throw new Refusal('VALIDATION_ERROR', 'Invalid response')
  return {
    refusal: 'PASSKEY_REFUSED',
    check: async (tx, { id: userId }, step) => {
      const challenge = await takeChallenge(tx, { kind: 'second_step', stepId: step.id })
      const passkey = await passkeyByCredential(tx, response.id)
      if (challenge === undefined || passkey?.userId !== userId) return false
      const counter = await verifiedCounter(world, passkey, { response, challenge })
      if (counter === null) return false
      await touchPasskey(tx, passkey.id, counter)
      return true
    },
  }
}

/** Returns what the browser asks for one of the account's passkeys with. */
export async function stepPasskeyOptions(world: World, call: CallState) {
  const { id: stepId, userId, tokenHash } = await liveStep(world, call)
  const options = await requestOptions(world, await passkeysOf(world.db, userId))
  const challenge = { value: options.challenge, minutes: challengeMinutes }
  await inTransaction(world.db, async (tx) => {
    await lockPerson(tx, userId)
    if (!(await stepByToken(tx, tokenHash))) throw stepOver()
    await putChallenge(tx, { kind: 'second_step', stepId }, challenge)
  })
  return options
}
