import { type Db, inTransaction } from '@duo/db/index.ts'
import { readTicket } from '@duo/platform/server/ticket.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { validate } from 'uuid'
import type { CallState } from './auth.ts'
import { Refusal } from './call-service.ts'
import { knewDevice } from './device-queries.ts'
import { disputedEvent, hasMovedSince, markDisputed } from './event-queries.ts'
import { record } from './event-service.ts'
import { disputePurpose, queueMail } from './jobs.ts'
import { holderOf } from './mail-queries.ts'
import { lockPerson, setEmail } from './queries.ts'
import { clearPassword, revokeAccess } from './recover-queries.ts'
import { actorOf } from './sign-in-service.ts'

type Event = NonNullable<Awaited<ReturnType<typeof disputedEvent>>>

/**
 * Answers “this was not me”: signs everybody out, stops the password, and mails a recovery link. That goes to the account's address, as a
 * mailbox that was replaced may be somebody else's by now. Only a device that the account knew before the change proves that the old
 * address is still its owner's: then the account gets it back, and the link goes there (docs/decisions/0031). Works once; after a change
 * of address a second time, with that proof. Throws the refusal `INVALID_TOKEN`.
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
    const old = await provenAddress(tx, event, call.devices)
    const isOver = event.disputedAt !== null && (old === null || old === person.email)
    if (isOver || (event.kind !== 'email_changed' && (await hasMovedSince(tx, event)))) throw stale()
    await markDisputed(tx, id)
    await clearPassword(tx, person.id)
    await revokeAccess(tx, person)
    await record(tx, world, { userId: person.id }, { kind: 'disputed', actor: actorOf(call) })
    if (old !== null && old !== person.email) await giveBack(world, tx, { person, old, call })
    await queueMail(tx, { kind: 'recover', email: old ?? person.email, language: person.language, userId: person.id })
    return { mailed: event.kind !== 'email_changed' || old !== null ? 'here' : 'elsewhere' }
  })
}

const stale = () => new Refusal('INVALID_TOKEN', 'Invalid token')

/** Returns the address that a change replaced, where one of the devices proves that its owner is here and it is free. */
async function provenAddress(db: Db, { kind, email, userId, at }: Event, devices: readonly string[]): Promise<string | null> {
  if (kind !== 'email_changed' || email === null || devices.length === 0) return null
  if (!(await knewDevice(db, { ids: devices, userId, at }))) return null
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
