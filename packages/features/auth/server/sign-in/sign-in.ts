import { type Db, inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { recordEvent } from '../events/account-events.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { recordDevice } from '../sessions/known-devices.ts'
import { findUserById } from '../users/user-queries.ts'
import { actorOfCaller, type SignInCaller } from './sign-in-caller.ts'

/** Registers the device, records the sign-in and mails the owner about a new device. Returns the device's id. */
export function recordSignIn(context: AppContext, caller: SignInCaller, userId: string, db: Db): Promise<string> {
  return inTransaction(db, async (tx) => {
    const device = await recordDevice(tx, { userId, devices: caller.devices, userAgent: caller.userAgent })
    caller.device = device.id
    const eventId = await recordEvent(tx, context, { userId }, { kind: 'signed_in', actor: actorOfCaller(caller) })
    const user = device.shouldNotify ? await findUserById(tx, userId) : undefined
    if (user) {
      const { email, language } = user
      await enqueueAccountMail(tx, { kind: 'device', email, language, userId, eventId })
    }
    return device.id
  })
}

export const recordFailedSignIn = (context: AppContext, caller: SignInCaller, email: string) =>
  recordEvent(context.db, context, { address: email }, { kind: 'sign_in_refused', actor: actorOfCaller(caller) })
