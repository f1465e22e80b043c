import { type Db, inTransaction } from '@duo/db/index.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { validate } from 'uuid'
import { revokeAccess } from '#auth/server/access/access-queries.ts'
import { recordEvent } from '#auth/server/events/account-events.ts'
import {
  findDisputableEvent,
  findEmailChangeRequestTime,
  hasEmailChangedSince,
  isUndone,
  markDisputed,
} from '#auth/server/events/event-queries.ts'
import { enqueueAccountMail } from '#auth/server/mail/account-mail-job.ts'
import { findUserIdByEmail } from '#auth/server/mail/account-mail-queries.ts'
import { disputePurpose } from '#auth/server/mail/mail-tokens.ts'
import { clearPassword } from '#auth/server/passwords/password-queries.ts'
import { existedDeviceAt } from '#auth/server/sessions/device-queries.ts'
import { actorOfCaller, callerOf, type SignInCaller } from '#auth/server/sign-in/sign-in-caller.ts'
import { lockUser, updateEmail } from '#auth/server/users/user-queries.ts'
import { cleanUpWithoutFactor } from '#second-factor/server/factor-changes/clean-up.ts'
import { voidRecovery } from '#second-factor/server/factor-recovery/factor-recovery.ts'
import { deleteFactorsAdded, replaceRecoveryCodes } from '#second-factor/server/factors/factor-queries.ts'
import { disputePasskey } from '#second-factor/server/passkeys/passkey-queries.ts'
import type { DisputeResult } from '../../schema.ts'

type Event = NonNullable<Awaited<ReturnType<typeof findDisputableEvent>>>

/**
 * Handles “That wasn’t me”: ends all sessions, disables the password and mails a recovery link to the current e-mail. Only a
 * device known before the change proves the owner, who gets the old e-mail (docs/decisions/0030) and loses added factors
 * (docs/decisions/0044). Works once, and again with a later proof.
 */
export async function dispute(context: RequestContext, token: string): Promise<DisputeResult> {
  const ticket = readTicket(context.secret, disputePurpose, token)
  const id = ticket?.subject ?? ''
  const candidate = validate(id) ? await findDisputableEvent(context.db, id) : undefined
  if (!candidate) return invalidLink
  const caller = await callerOf(context)
  const rollback = new Error('the dispute has no effect')
  return inTransaction(context.db, async (tx): Promise<DisputeResult> => {
    const user = await lockUser(tx, candidate.userId)
    const event = user && (await findDisputableEvent(tx, id))
    if (!event) return invalidLink
    const { userId, at } = event
    // the link went to a mailbox that an intruder had set
    if (event.kind === 'email_changed' && (await isUndone(tx, id))) return invalidLink
    const isOwner = caller.devices.length > 0 && (await existedDeviceAt(tx, { ids: caller.devices, userId, at }))
    const oldEmail = isOwner ? await findReplacedEmail(tx, event) : null
    const hasUndoneFactors = await undoFactors(tx, event, isOwner)
    const isHandled = event.disputedAt !== null && !hasUndoneFactors && (oldEmail === null || oldEmail === user.email)
    if (isHandled || (event.kind !== 'email_changed' && !hasUndoneFactors && (await hasEmailChangedSince(tx, event))))
      throw rollback
    await markDisputed(tx, id)
    await clearPassword(tx, user.id)
    await revokeAccess(tx, context, user)
    await voidRecovery(tx, user.id)
    await recordEvent(tx, context, { userId: user.id }, { kind: 'disputed', actor: actorOfCaller(caller) })
    if (oldEmail !== null && oldEmail !== user.email) await restoreEmail(context, tx, { user, oldEmail, caller })
    await enqueueAccountMail(tx, { kind: 'recover', email: oldEmail ?? user.email, language: user.language, userId: user.id })
    return { error: null, mailed: event.kind !== 'email_changed' || oldEmail !== null ? 'here' : 'elsewhere' }
  }).catch((error: unknown) => {
    if (error === rollback) return invalidLink
    throw error
  })
}

/** Requires a known device: a mailbox alone must not remove a factor, but stops an added passkey from signing in alone. */
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

const invalidLink = { error: 'invalid_link' } as const

async function findReplacedEmail(db: Db, { kind, email, userId }: Event): Promise<string | null> {
  if (kind !== 'email_changed' || email === null) return null
  const holder = await findUserIdByEmail(db, email)
  return holder === null || holder === userId ? email : null
}

type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

async function restoreEmail(
  context: RequestContext,
  db: Db,
  { user, oldEmail, caller }: { user: LockedUser; oldEmail: string; caller: SignInCaller },
) {
  await updateEmail(db, user.id, oldEmail)
  await recordEvent(db, context, { userId: user.id }, { kind: 'email_restored', actor: actorOfCaller(caller), email: user.email })
  await enqueueAccountMail(db, { kind: 'changed', email: user.email, language: user.language, userId: user.id })
}
