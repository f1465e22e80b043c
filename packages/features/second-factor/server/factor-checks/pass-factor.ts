import { inTransaction } from '@duo/db/index.ts'
import { consume, undoCountsIfUnavailable } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { z } from 'zod'
import { type AccountContext, actorOfContext, lockOwner, recordUserEvent } from '#auth/server/sessions/account-context.ts'
import {
  challengeMinutes,
  type FactorOptions,
  type PassFactorResult,
  type passFactorInput,
  passFactorLimits,
} from '../../schema.ts'
import { replaceChallenge } from '../challenges/challenge-queries.ts'
import { cancelRecovery } from '../factor-recovery/factor-recovery.ts'
import { availableMethods } from '../factors/account-factors.ts'
import { countFactors } from '../factors/factor-queries.ts'
import { markFactorPassed } from '../fresh-factor/fresh-factor-queries.ts'
import { listPasskeys } from '../passkeys/passkey-queries.ts'
import { requestOptions } from '../passkeys/passkey-verification.ts'
import { codeFactor, passkeyFactor, recoveryCodeFactor } from './factor-checks.ts'

type FactorContext = AccountContext & Pick<AppContext, 'publicUrl'>

const challengeKey = ({ user }: AccountContext) => ({ kind: 'pass_factor', sessionId: user.session.id }) as const

/** Returns the ways to pass a factor again. The newest passkey challenge voids earlier ones of the session. */
export async function factorOptions(context: FactorContext): Promise<FactorOptions> {
  const { db, user } = context
  const [counts, passkeys] = await Promise.all([countFactors(db, user.id), listPasskeys(db, user.id)])
  const passkey = passkeys.length > 0 ? await requestOptions(context, passkeys) : null
  if (passkey)
    await inTransaction(db, async (tx) => {
      await lockOwner(tx, user)
      await replaceChallenge(tx, challengeKey(context), { value: passkey.challenge, minutes: challengeMinutes })
    })
  return { methods: availableMethods(counts), passkey }
}

/** Passes a factor in a signed-in session, which counts as fresh from then on. Throws 429. */
export async function passFactor(context: FactorContext, input: z.infer<typeof passFactorInput>): Promise<PassFactorResult> {
  const { db, user } = context
  const counts = passFactorLimits.map((limit) => ({ limit, key: user.session.id }))
  for (const count of counts) await consume(context, count)
  const { check } = factorOf(context, input)
  const passed = await inTransaction(db, async (tx) => {
    const owner = await lockOwner(tx, user)
    const outcome = await check(tx, owner, challengeKey(context))
    if (outcome !== true) {
      await recordUserEvent(tx, context, 'second_factor_refused')
      return outcome
    }
    await markFactorPassed(tx, user.session.id)
    await cancelRecovery(tx, context, owner, actorOfContext(context))
    return true
  }).catch(async (error: unknown) => {
    await undoCountsIfUnavailable(context, counts, error)
    throw error
  })
  if (passed === false) return { error: 'refused' }
  if (passed !== true) return passed
  for (const { limit, key } of counts) await context.rateLimit.giveBack?.(limit, key)
  return { error: null, recoveryCodesLeft: (await countFactors(db, user.id)).recoveryCodes }
}

function factorOf(context: FactorContext, input: z.infer<typeof passFactorInput>) {
  if (input.by === 'passkey') return passkeyFactor(context, input.response)
  if (input.by === 'code') return codeFactor(context, input.code)
  return recoveryCodeFactor(context, input.code, actorOfContext(context))
}
