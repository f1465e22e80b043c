import { type Db, inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { recordEvent } from '../events/account-events.ts'
import { mailAllEmails } from '../factor-recovery/factor-recovery-jobs.ts'
import { consumeRipeRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { recordSignIn } from '../sign-in/sign-in.ts'
import { actorOfCaller } from '../sign-in/sign-in-caller.ts'
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

/** Whether the verified password is still current: it may have changed since. Call it with the account locked. */
export async function holdsPassword(db: Db, { provenHash }: CallState, userId: string): Promise<boolean> {
  return provenHash === undefined || (await listLinkedAccounts(db, userId)).some(({ password }) => password === provenHash)
}

/** Returns the device's id when the first factor is enough, else null. A ripe recovery makes it enough once. */
export function passFirstFactor(context: AppContext, call: CallState, userId: string): Promise<string | null> {
  return inTransaction(call.tx ?? context.db, async (tx) => {
    if (await hasFactor(tx, userId)) {
      const user = await lockUser(tx, userId)
      if (!user) return null
      if ((await holdsPassword(tx, call, userId)) && (await consumeRipeRecovery(tx, userId))) {
        await deleteFactors(tx, userId)
        await deleteSteps(tx, userId)
        const eventId = await recordEvent(tx, context, { userId }, { kind: 'factors_removed', actor: actorOfCaller(call) })
        await mailAllEmails(tx, user, { kind: 'factor', eventId })
      } else if (await hasFactor(tx, userId)) {
        call.challengedUserId = userId
        return null
      }
    }
    return recordSignIn(context, call, userId, tx)
  })
}
