import { type Db, inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { listLinkedAccounts } from '../users/user-queries.ts'
import type { CallState } from './call-state.ts'
import { recordSignIn } from './sign-in.ts'
import { actorOfCaller, type SignInCaller } from './sign-in-caller.ts'

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

/** Records the sign-in unless a second step must follow. */
export function passFirstFactor(
  db: Db,
  context: AppContext,
  caller: SignInCaller,
  passed: FirstFactor,
): Promise<FirstFactorOutcome> {
  return inTransaction(db, async (tx) => {
    const next = await context.accountHooks.secondFactor.afterFirstFactor(tx, context, passed, actorOfCaller(caller))
    if (next !== 'session') return { deviceId: null, needsSecondStep: next === 'second_step' }
    return { deviceId: await recordSignIn(context, caller, passed.userId, tx), needsSecondStep: false }
  })
}
