import { type Db, inTransaction } from '@duo/db/index.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { validate } from 'uuid'
import { AuthEndpointError } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { recordEvent } from '../events/account-events.ts'
import {
  findDisputableEvent,
  findEmailChangeRequestTime,
  hasEmailChangedSince,
  isUndone,
  markDisputed,
} from '../events/event-queries.ts'
import { voidRecovery } from '../factor-recovery/factor-recovery.ts'
import { disputePurpose, enqueueAccountMail } from '../mail/account-mail-job.ts'
import { findUserIdByEmail } from '../mail/account-mail-queries.ts'
import { disputePasskey } from '../passkeys/passkey-queries.ts'
import { cleanUpWithoutFactor } from '../second-factor/account-factors.ts'
import { deleteFactorsAdded, replaceRecoveryCodes } from '../second-factor/factor-queries.ts'
import { wasDeviceKnownAt } from '../sessions/device-queries.ts'
import { actorOfCall } from '../sign-in/sign-in.ts'
import { lockUser, updateEmail } from '../user-queries.ts'
import { clearPassword, revokeAccess } from './recovery-queries.ts'

type Event = NonNullable<Awaited<ReturnType<typeof findDisputableEvent>>>

/**
 * Answers “this was not me”: signs everybody out, stops the password, and mails a recovery link. That goes to the account's address, as a
 * mailbox that was replaced may belong to another person by now. Only a device that the account knew before the change proves that the old
 * address is still its owner's: then the account gets it back, and the link goes there (docs/decisions/0031); and only with that proof an added second factor goes
 * (docs/decisions/0044). Works once; a second time where that proof comes later. Throws the refusal `INVALID_TOKEN`.
 */
export async function dispute(context: AppContext, call: CallState): Promise<{ mailed: 'here' | 'elsewhere' }> {
  const ticket = await readTicket(context.secret, disputePurpose, String(call.body.token))
  const id = ticket?.subject ?? ''
  const candidate = validate(id) ? await findDisputableEvent(context.db, id) : undefined
  if (!candidate) throw invalidTokenError()
  return inTransaction(context.db, async (tx) => {
    const user = await lockUser(tx, candidate.userId)
    const event = user && (await findDisputableEvent(tx, id))
    if (!event) throw invalidTokenError()
    const { userId, at } = event
    // its link went to a mailbox that the account got from an intruder
    if (event.kind === 'email_changed' && (await isUndone(tx, id))) throw invalidTokenError()
    const isOwner = call.devices.length > 0 && (await wasDeviceKnownAt(tx, { ids: call.devices, userId, at }))
    const oldEmail = isOwner ? await findReplacedEmail(tx, event) : null
    const hasUndoneFactors = await undoFactors(tx, event, isOwner)
    const isHandled = event.disputedAt !== null && !hasUndoneFactors && (oldEmail === null || oldEmail === user.email)
    if (isHandled || (event.kind !== 'email_changed' && !hasUndoneFactors && (await hasEmailChangedSince(tx, event))))
      throw invalidTokenError()
    await markDisputed(tx, id)
    await clearPassword(tx, user.id)
    await revokeAccess(tx, user)
    await voidRecovery(tx, user.id)
    await recordEvent(tx, context, { userId: user.id }, { kind: 'disputed', actor: actorOfCall(call) })
    if (oldEmail !== null && oldEmail !== user.email) await restoreEmail(context, tx, { user, oldEmail, call })
    await enqueueAccountMail(tx, { kind: 'recover', email: oldEmail ?? user.email, language: user.language, userId: user.id })
    return { mailed: event.kind !== 'email_changed' || oldEmail !== null ? 'here' : 'elsewhere' }
  })
}

/**
 * Removes the second factor that an event added; with a change of address, all that were added since it was asked for, whose mails went to the
 * other mailbox. Only where a device that the account knew before proves that its owner is here: a mailbox alone must not take a factor off.
 * Without that proof an added passkey no longer signs in alone. Returns whether there was a factor to remove.
 */
async function undoFactors(db: Db, event: Event, isOwner: boolean): Promise<boolean> {
  const { kind, id, userId } = event
  const isAdded = kind === 'passkey_added' || kind === 'codes_added'
  if (isAdded && !isOwner) await disputePasskey(db, userId, id)
  if (!isOwner || !(isAdded || kind === 'email_changed' || kind === 'recovery_codes_made')) return false
  if (!isAdded) await replaceRecoveryCodes(db, userId, [])
  if (kind === 'recovery_codes_made') return false
  const removedCount = await deleteFactorsAdded(
    db,
    userId,
    isAdded ? { event: id } : { since: await findEmailChangeRequestTime(db, event) },
  )
  await cleanUpWithoutFactor(db, userId)
  return removedCount > 0
}

const invalidTokenError = () => new AuthEndpointError('INVALID_TOKEN', 'Invalid token')

/** Returns the address that a change replaced, where it is free. */
async function findReplacedEmail(db: Db, { kind, email, userId }: Event): Promise<string | null> {
  if (kind !== 'email_changed' || email === null) return null
  const holder = await findUserIdByEmail(db, email)
  return holder === null || holder === userId ? email : null
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

/** Gives an account the address back that it had, and tells the other one. */
async function restoreEmail(
  context: AppContext,
  db: Db,
  { user, oldEmail, call }: { user: LockedUser; oldEmail: string; call: CallState },
) {
  await updateEmail(db, user.id, oldEmail)
  await recordEvent(db, context, { userId: user.id }, { kind: 'email_restored', actor: actorOfCall(call), email: user.email })
  await enqueueAccountMail(db, { kind: 'changed', email: user.email, language: user.language, userId: user.id })
}
