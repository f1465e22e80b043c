import { type Db, inTransaction } from '@duo/db/index.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { type Actor, record } from '../events/account-events.ts'
import { queueMail } from '../mail/account-mail-job.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { personById } from '../user-queries.ts'

/** Returns who makes a call, for the trail. */
export const actorOf = ({ clientAddress, headers, device }: CallState): Actor => ({
  clientAddress,
  userAgent: headers.userAgent,
  deviceId: device ?? null,
})

/**
 * Remembers the device that signs in, writes the sign-in into the trail and tells the owner of a new device, just before the session is
 * stored. Returns the device's id.
 */
export function recordSignIn(world: World, call: CallState, userId: string, db: Db): Promise<string> {
  return inTransaction(db, async (tx) => {
    const device = await rememberDevice(tx, { userId, devices: call.devices, userAgent: call.headers.userAgent })
    call.device = device.id
    const eventId = await record(tx, world, { userId }, { kind: 'signed_in', actor: actorOf(call) })
    const person = device.isNews ? await personById(tx, userId) : undefined
    if (person) {
      const { email, language } = person
      await queueMail(tx, { kind: 'device', email, language, userId, eventId })
    }
    return device.id
  })
}

/** Writes a refused sign-in into the trail of the account, if there is one. */
export const recordRefusal = (world: World, call: CallState) =>
  record(world.db, world, { address: String(call.body.email) }, { kind: 'sign_in_refused', actor: actorOf(call) })
