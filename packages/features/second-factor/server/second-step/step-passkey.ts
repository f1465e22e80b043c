import { inTransaction } from '@duo/db/index.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { lockUser } from '#auth/server/users/user-queries.ts'
import { challengeMinutes, type StepPasskeyResult } from '../../schema.ts'
import { replaceChallenge } from '../challenges/challenge-queries.ts'
import { findStepByToken } from '../challenges/step-queries.ts'
import { listPasskeys } from '../passkeys/passkey-queries.ts'
import { requestOptions } from '../passkeys/passkey-verification.ts'
import { findActiveStep, stepOver } from './second-step.ts'

export async function stepPasskeyOptions(context: RequestContext): Promise<StepPasskeyResult> {
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
