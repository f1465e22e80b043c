import { type Db, inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { recordEvent } from '../events/account-events.ts'
import { mailAllEmails } from '../factor-recovery/factor-recovery-jobs.ts'
import { consumeRipeRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { recordSignIn } from '../sign-in/sign-in.ts'
import { actorOfCaller, type SignInCaller } from '../sign-in/sign-in-caller.ts'
import { listLinkedAccounts, lockUser } from '../user-queries.ts'
import { hasFactor } from './account-factors.ts'
import { deleteFactors } from './factor-queries.ts'
import { deleteSteps } from './second-step-queries.ts'

export async function verifyPassword(
  { passwords }: AppContext,
  call: CallState | undefined,
  { hash, password }: { hash: string; password: string },
): Promise<boolean> {
  const isRight = await passwords.verify(hash, password)
  if (isRight && call) call.provenHash = hash
  return isRight
}

/** Who has passed a first factor. */
export interface FirstFactor {
  userId: string
  /** Hash that the password was verified against, if it was a password. */
  provenHash?: string | undefined
}

/** Whether the verified password is still current: it may have changed since. Call it with the account locked. */
export async function holdsPassword(db: Db, { userId, provenHash }: FirstFactor): Promise<boolean> {
  return provenHash === undefined || (await listLinkedAccounts(db, userId)).some(({ password }) => password === provenHash)
}

/** `deviceId` is null when the first factor is not enough, or the account has ended. */
export interface FirstFactorOutcome {
  deviceId: string | null
  needsSecondStep: boolean
}

/** Records the sign-in unless a second step must follow. A ripe recovery makes the first factor enough once. */
export function passFirstFactor(
  db: Db,
  context: AppContext,
  caller: SignInCaller,
  passed: FirstFactor,
): Promise<FirstFactorOutcome> {
  const { userId } = passed
  return inTransaction(db, async (tx) => {
    if (await hasFactor(tx, userId)) {
      const user = await lockUser(tx, userId)
      if (!user) return { deviceId: null, needsSecondStep: false }
      if ((await holdsPassword(tx, passed)) && (await consumeRipeRecovery(tx, userId))) {
        await deleteFactors(tx, userId)
        await deleteSteps(tx, userId)
        const eventId = await recordEvent(tx, context, { userId }, { kind: 'factors_removed', actor: actorOfCaller(caller) })
        await mailAllEmails(tx, user, { kind: 'factor', eventId })
      } else if (await hasFactor(tx, userId)) {
        return { deviceId: null, needsSecondStep: true }
      }
    }
    return { deviceId: await recordSignIn(context, caller, userId, tx), needsSecondStep: false }
  })
}
