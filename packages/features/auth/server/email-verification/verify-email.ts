import { type Db, inTransaction } from '@duo/db/index.ts'
import type { IdempotentCall } from '@duo/platform/server/idempotency.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { validate } from 'uuid'
import { type Actor, record } from '../events/account-events.ts'
import { endRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { confirmPurpose, markOf, queueMail } from '../mail/account-mail-job.ts'
import { revokeAccess } from '../recovery/recovery-queries.ts'
import { reportChange } from '../second-factor/account-factors.ts'
import { deleteFactors } from '../second-factor/factor-queries.ts'
import { isSessionOf } from '../sessions/session-queries.ts'
import { claimSignUpAgain } from '../sign-in/sign-up.ts'
import * as queries from '../user-queries.ts'

/** Somebody whose address has just been proven. */
export interface ConfirmedPerson {
  id: string
  email: string
}

/**
 * What other features do about somebody whose address is proven, in the same transaction: take over what is stored under it. Answers the
 * language that the person chose there; null when there was nothing.
 */
export type OnConfirmed = (db: Db, person: ConfirmedPerson) => Promise<{ language: Locale } | null>

/**
 * Marks an account's address as proven. However the proof came (the mail's link, a recovery, a provider), it happens once: what is stored
 * under the address is claimed, and the welcome mail goes out. False when it was proven before.
 */
export function confirmPerson(db: Db, id: string, onConfirmed: readonly OnConfirmed[]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const person = await queries.confirmPerson(tx, id)
    if (!person) return false
    await settle(tx, person, onConfirmed)
    return true
  })
}

type Person = ConfirmedPerson & { language: Locale; welcomedAt: Date | null }

async function settle(tx: Db, { id, email, language, welcomedAt }: Person, onConfirmed: readonly OnConfirmed[]) {
  let claimed: { language: Locale } | null = null
  for (const claim of onConfirmed) claimed = (await claim(tx, { id, email })) ?? claimed
  if (claimed && welcomedAt === null) await queries.updateProfile(tx, id, { language: claimed.language })
  if (await queries.welcomeOnce(tx, id))
    await queueMail(tx, { kind: claimed ? 'claimed' : 'welcome', email, language: claimed?.language ?? language, userId: id })
}

interface SignUp {
  name: string
  hash: string
  language: Locale
  next: string | null
  /** The call under its idempotency key. */
  repeatable?: IdempotentCall | null | undefined
}

/**
 * A sign-up with an address that has an account. While nobody has proven the address the last one who signed up is as good as the first:
 * their password replaces the one before, so that nobody can lie in wait with a password of theirs until the owner of the address comes.
 */
export function signUpAgain(db: Db, { id, email }: ConfirmedPerson, again: SignUp) {
  return inTransaction(db, async (tx) => {
    if (!(await claimSignUpAgain(tx, again.repeatable))) return
    const person = await queries.lockPerson(tx, id)
    // a factor of the one before must not ask the next one
    if (person?.confirmedAt === null && (await queries.signUpAgain(tx, id, again))) await deleteFactors(tx, id)
    await queueMail(tx, { kind: 'exists', email, language: again.language, next: again.next })
  })
}

/** What came of a confirmation link. Forged, expired, foreign and outdated ones are all `invalid`. */
export type Confirmation = { is: 'confirmed' | 'changed' | 'already'; userId: string } | { is: 'invalid' }

interface ConfirmWorld {
  db: Db
  secret: Keys
  onConfirmed: readonly OnConfirmed[]
  /** The session of the browser that opens the link. */
  token: string | null
  actor: Actor | null
}

/**
 * Opens a confirmation link: of a sign-up, or of a change of address. Either voids everything that could open the account before, but the
 * session of the browser that opens it; a change keeps the session that asked for it, too.
 */
export async function confirm(world: ConfirmWorld, link: string): Promise<Confirmation> {
  const { db, secret, onConfirmed, token, actor } = world
  const ticket = await readTicket(secret, confirmPurpose, link)
  const [userId = '', mark, third] = ticket?.subject.split('.') ?? []
  if (!validate(userId)) return { is: 'invalid' }
  return inTransaction(db, async (tx) => {
    const person = await queries.lockPerson(tx, userId)
    if (!person) return { is: 'invalid' }
    // a link from before changes had ids names none
    if (person.pendingEmail !== null && markOf(person.pendingEmail) === mark && person.pendingId === (third ?? null)) {
      const changed = await queries.takePendingEmail(tx, userId)
      await revokeAccess(tx, person, { token, sessions: person.pendingSession === null ? [] : [person.pendingSession] })
      await endRecovery(tx, { userId }, 'voided')
      await settle(tx, changed, onConfirmed)
      const eventId = await record(tx, world, { userId }, { kind: 'email_changed', actor, email: person.email })
      await queueMail(tx, { kind: 'changed', email: person.email, language: person.language, userId, eventId })
      return { is: 'changed', userId }
    }
    if (markOf(person.email) !== mark) return { is: 'invalid' }
    if (person.confirmedAt !== null) return { is: 'already', userId }
    const hash = (await queries.waysIn(tx, userId)).find((way) => way.password !== null)?.password
    if (markOf(hash ?? '') !== third) return { is: 'invalid' }
    if (!(await confirmPerson(tx, userId, onConfirmed))) return { is: 'already', userId }
    // added before the address was proven, by the one who opens the link or by a stranger who signed it up
    if (!(await isSessionOf(tx, { token, userId })) && (await deleteFactors(tx, userId)) > 0)
      await reportChange(tx, world, person, { kind: 'factors_removed', actor })
    await revokeAccess(tx, person, { token })
    return { is: 'confirmed', userId }
  })
}
