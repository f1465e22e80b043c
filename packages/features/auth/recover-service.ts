import { inTransaction } from '@duo/db/index.ts'
import type { Viewer, World } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { Refusal } from './call-service.ts'
import { confirmPerson, type OnConfirmed } from './confirm-service.ts'
import { queueMail, resetIdentifier } from './jobs.ts'
import * as people from './queries.ts'
import * as queries from './recover-queries.ts'
import { rotate } from './session-queries.ts'
import { newToken } from './session-service.ts'

type PasswordWorld = Pick<World, 'db' | 'passwords'>

const invalidToken = () => new Refusal('INVALID_TOKEN', 'Invalid token')

/**
 * Sets a new password by a recovery link, once, and voids everything that could open the account before. An account that nobody has
 * confirmed starts afresh: whoever signed it up keeps no way in. Throws the refusal `INVALID_TOKEN`.
 */
export async function resetPassword(
  { db, passwords }: PasswordWorld,
  { token, newPassword, language }: { token: string; newPassword: string; language: Locale },
  onConfirmed: readonly OnConfirmed[],
): Promise<void> {
  const identifier = resetIdentifier(token)
  const known = await queries.personByReset(db, identifier)
  if (!known) throw invalidToken()
  const hash = await passwords.hash(newPassword)
  await inTransaction(db, async (tx) => {
    const person = await people.lockPerson(tx, known.id)
    if (!person || !(await queries.takeReset(tx, identifier))) throw invalidToken()
    if (person.confirmedAt === null) await queries.deleteWaysIn(tx, person.id)
    await queries.setPassword(tx, person.id, hash)
    await queries.revokeAccess(tx, person)
    // whoever opened the mail has the mailbox
    await confirmPerson(tx, person.id, onConfirmed)
    await queueMail(tx, { kind: 'password', email: person.email, language, userId: person.id })
  })
}

/**
 * Changes the password of the signed-in user and voids everything else that could open the account. The session goes on under a new
 * token, which is returned. Throws the refusals `CREDENTIAL_ACCOUNT_NOT_FOUND` and `INVALID_PASSWORD`.
 */
export async function changePassword(
  { db, passwords }: PasswordWorld,
  user: Viewer,
  { currentPassword, newPassword, token }: { currentPassword: string; newPassword: string; token: string },
): Promise<string> {
  const stored = await passwordOf(db, user.id)
  if (stored === null) throw new Refusal('CREDENTIAL_ACCOUNT_NOT_FOUND', 'Credential account not found')
  if (!(await passwords.verify(stored, currentPassword))) throw new Refusal('INVALID_PASSWORD', 'Invalid password')
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
    await queueMail(tx, { kind: 'password', email: person.email, language: person.language, userId: user.id })
  })
  return next
}

async function passwordOf(db: World['db'], userId: string): Promise<string | null> {
  const ways = await people.waysIn(db, userId)
  return ways.find(({ password }) => password !== null)?.password ?? null
}
