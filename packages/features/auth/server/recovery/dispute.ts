import { type Db, inTransaction } from '@duo/db/index.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { validate } from 'uuid'
import { Refusal } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { record } from '../events/account-events.ts'
import { askedAt, disputedEvent, hasMovedSince, isUndone, markDisputed } from '../events/event-queries.ts'
import { voidRecovery } from '../factor-recovery/factor-recovery.ts'
import { disputePurpose, queueMail } from '../mail/account-mail-job.ts'
import { holderOf } from '../mail/account-mail-queries.ts'
import { disputePasskey } from '../passkeys/passkey-queries.ts'
import { clearWithoutFactor } from '../second-factor/account-factors.ts'
import { deleteFactorsAdded, replaceRecoveryCodes } from '../second-factor/factor-queries.ts'
import { knewDevice } from '../sessions/device-queries.ts'
import { actorOf } from '../sign-in/sign-in.ts'
import { lockPerson, setEmail } from '../user-queries.ts'
import { clearPassword, revokeAccess } from './recovery-queries.ts'

type Event = NonNullable<Awaited<ReturnType<typeof disputedEvent>>>

/**
 * Answers “this was not me”: signs everybody out, stops the password, and mails a recovery link. That goes to the account's address, as a
 * mailbox that was replaced may be somebody else's by now. Only a device that the account knew before the change proves that the old
 * address is still its owner's: then the account gets it back, and the link goes there (docs/decisions/0031); and only with that proof an added second factor goes
 * (docs/decisions/0044). Works once; a second time where that proof comes later. Throws the refusal `INVALID_TOKEN`.
 */
export async function dispute(world: World, call: CallState): Promise<{ mailed: 'here' | 'elsewhere' }> {
  const ticket = await readTicket(world.secret, disputePurpose, String(call.body.token))
  const id = ticket?.subject ?? ''
  const known = validate(id) ? await disputedEvent(world.db, id) : undefined
  if (!known) throw stale()
  return inTransaction(world.db, async (tx) => {
    const person = await lockPerson(tx, known.userId)
    const event = person && (await disputedEvent(tx, id))
    if (!event) throw stale()
    const { userId, at } = event
    // its link went to a mailbox that the account got from an intruder
    if (event.kind === 'email_changed' && (await isUndone(tx, id))) throw stale()
    const isOwner = call.devices.length > 0 && (await knewDevice(tx, { ids: call.devices, userId, at }))
    const old = isOwner ? await replacedAddress(tx, event) : null
    const undone = await undoFactors(tx, event, isOwner)
    const isOver = event.disputedAt !== null && !undone && (old === null || old === person.email)
    if (isOver || (event.kind !== 'email_changed' && !undone && (await hasMovedSince(tx, event)))) throw stale()
    await markDisputed(tx, id)
    await clearPassword(tx, person.id)
    await revokeAccess(tx, person)
    await voidRecovery(tx, person.id)
    await record(tx, world, { userId: person.id }, { kind: 'disputed', actor: actorOf(call) })
    if (old !== null && old !== person.email) await giveBack(world, tx, { person, old, call })
    await queueMail(tx, { kind: 'recover', email: old ?? person.email, language: person.language, userId: person.id })
    return { mailed: event.kind !== 'email_changed' || old !== null ? 'here' : 'elsewhere' }
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
  const removed = await deleteFactorsAdded(db, userId, isAdded ? { event: id } : { since: await askedAt(db, event) })
  await clearWithoutFactor(db, userId)
  return removed > 0
}

const stale = () => new Refusal('INVALID_TOKEN', 'Invalid token')

/** Returns the address that a change replaced, where it is free. */
async function replacedAddress(db: Db, { kind, email, userId }: Event): Promise<string | null> {
  if (kind !== 'email_changed' || email === null) return null
  const holder = await holderOf(db, email)
  return holder === null || holder === userId ? email : null
}

type Person = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

/** Gives an account the address back that it had, and tells the other one. */
async function giveBack(world: World, db: Db, { person, old, call }: { person: Person; old: string; call: CallState }) {
  await setEmail(db, person.id, old)
  await record(db, world, { userId: person.id }, { kind: 'email_restored', actor: actorOf(call), email: person.email })
  await queueMail(db, { kind: 'changed', email: person.email, language: person.language, userId: person.id })
}
