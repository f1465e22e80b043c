import { inTransaction } from '@duo/db/index.ts'
import type { Viewer, World } from '@duo/platform/server/trpc.ts'
import { Refusal } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { confirmPerson, type OnConfirmed } from '../email-verification/verify-email.ts'
import { record } from '../events/account-events.ts'
import { voidRecovery } from '../factor-recovery/factor-recovery.ts'
import { queueMail, resetIdentifier } from '../mail/account-mail-job.ts'
import { requireGuessProof, samePassword } from '../password-policy.ts'
import { hasFactor } from '../second-factor/account-factors.ts'
import { deleteFactors } from '../second-factor/factor-queries.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { rotate } from '../sessions/session-queries.ts'
import { newToken } from '../sessions/sessions.ts'
import { actorOf } from '../sign-in/sign-in.ts'
import * as people from '../user-queries.ts'
import * as queries from './recovery-queries.ts'

type PasswordWorld = Pick<World, 'db' | 'passwords' | 'secret'>

const invalidToken = () => new Refusal('INVALID_TOKEN', 'Invalid token')

/**
 * Sets a new password by a recovery link, once, and voids everything that could open the account before. An account that nobody has
 * confirmed starts afresh: whoever signed it up keeps no way in. Throws the refusals `INVALID_TOKEN`, and those of a weak password, after
 * which the link still works.
 */
export async function resetPassword(
  world: PasswordWorld,
  { token, newPassword, call }: { token: string; newPassword: string; call: CallState },
  onConfirmed: readonly OnConfirmed[],
): Promise<void> {
  const { db, passwords } = world
  const identifier = resetIdentifier(token)
  const known = await queries.personByReset(db, identifier)
  if (!known) throw invalidToken()
  await requireGuessProof(newPassword, [known.name, known.email])
  if (known.hash !== null && (await passwords.verify(known.hash, newPassword))) throw samePassword()
  const hash = await passwords.hash(newPassword)
  await inTransaction(db, async (tx) => {
    const person = await people.lockPerson(tx, known.id)
    if (!person || !(await queries.takeReset(tx, identifier))) throw invalidToken()
    if (person.confirmedAt === null) {
      await queries.deleteWaysIn(tx, person.id)
      await deleteFactors(tx, person.id)
    }
    await voidRecovery(tx, person.id)
    await queries.setPassword(tx, person.id, hash)
    await queries.revokeAccess(tx, person)
    // whoever opened the mail has the mailbox
    await confirmPerson(tx, person.id, onConfirmed)
    const { headers, devices, locale: language } = call
    // who reads the mailbox is the owner: signing in next is no news, unless a second factor has to prove it
    if (!(await hasFactor(tx, person.id)))
      call.device = (await rememberDevice(tx, { userId: person.id, devices, userAgent: headers.userAgent })).id
    const eventId = await record(tx, world, { userId: person.id }, { kind: 'password_reset', actor: actorOf(call) })
    await queueMail(tx, { kind: 'password', email: person.email, language, userId: person.id, eventId })
  })
}

/**
 * Changes the password of the signed-in user and voids everything else that could open the account. The session goes on under a new
 * token, which is returned. Throws the refusals `CREDENTIAL_ACCOUNT_NOT_FOUND`, `INVALID_PASSWORD`, and those of a weak password.
 */
export async function changePassword(
  world: PasswordWorld,
  user: Viewer,
  { currentPassword, newPassword, token, call }: { currentPassword: string; newPassword: string; token: string; call: CallState },
): Promise<string> {
  const { db, passwords } = world
  const actor = { ...actorOf(call), sessionId: user.session.id }
  const stored = await passwordOf(db, user.id)
  if (stored === null) throw new Refusal('CREDENTIAL_ACCOUNT_NOT_FOUND', 'Credential account not found')
  if (!(await passwords.verify(stored, currentPassword))) {
    await record(db, world, { userId: user.id }, { kind: 'password_refused', actor })
    throw new Refusal('INVALID_PASSWORD', 'Invalid password')
  }
  await requireGuessProof(newPassword, [user.name, user.email])
  if (newPassword.normalize('NFKC') === currentPassword.normalize('NFKC')) throw samePassword()
  const hash = await passwords.hash(newPassword)
  const next = newToken()
  await inTransaction(db, async (tx) => {
    const person = await people.lockPerson(tx, user.id)
    // what was proven with the old password must not undo a recovery or another change that came meanwhile
    const unchanged = person && (await passwordOf(tx, user.id)) === stored
    if (!unchanged || !(await rotate(tx, user.session.id, { from: token, to: next })))
      throw new Refusal('INVALID_PASSWORD', 'Invalid password')
    await queries.setPassword(tx, user.id, hash)
    await queries.revokeAccess(tx, person, { sessions: [user.session.id] })
    const eventId = await record(tx, world, { userId: user.id }, { kind: 'password_changed', actor })
    await queueMail(tx, { kind: 'password', email: person.email, language: person.language, userId: user.id, eventId })
  })
  return next
}

async function passwordOf(db: World['db'], userId: string): Promise<string | null> {
  const ways = await people.waysIn(db, userId)
  return ways.find(({ password }) => password !== null)?.password ?? null
}
