import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { issueMailCode, type MailedLink } from '@duo/platform/server/mail/mail-codes.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { signTicket, type Ticket } from '@duo/platform/server/security/signed-token.ts'
import { v7 as uuid } from 'uuid'
import { cancelChangePath, confirmPath, notMePath, resetPath } from '../../rules.ts'
import { confirmHours, disputeDays, maxResetHours, resetHours } from '../../schema.ts'
import { lockUser } from '../users/user-queries.ts'
import { extendReset, findActiveReset, insertReset } from './reset-queries.ts'

export interface TokenContext {
  db: Db
  secret: Keys
}

/** Signs a ticket for the page that the link opens, and stores a code beside it. */
export async function issueTicket(context: TokenContext, page: string, ticket: Ticket): Promise<MailedLink> {
  return issueMailCode(context, { page, token: signTicket(context.secret, ticket) }, ticket.expiresIn)
}

export const verifyEmailPurpose = 'auth.confirm'

/** Fingerprint of an e-mail or a password hash, because tickets must not contain the value. */
export const fingerprintOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

type VerificationSubject = { userId: string; email: string } & ({ hash: string | null } | { changeId: string | null })

/** Includes a fingerprint of the sign-up's password, so that the owner's click does not verify an attacker's password. */
export function issueVerificationToken(context: TokenContext, { userId, email, ...version }: VerificationSubject) {
  const suffix = 'hash' in version ? fingerprintOf(version.hash ?? '') : version.changeId
  const subject = [userId, fingerprintOf(email), ...(suffix === null ? [] : [suffix])].join('.')
  return issueTicket(context, confirmPath, { purpose: verifyEmailPurpose, subject, expiresIn: `${confirmHours}h` })
}

export const cancelPurpose = 'auth.cancel_change'

export const issueCancelToken = (context: TokenContext, userId: string, changeId: string) =>
  issueTicket(context, cancelChangePath, {
    purpose: cancelPurpose,
    subject: `${userId}.${changeId}`,
    expiresIn: `${confirmHours}h`,
  })

export const disputePurpose = 'auth.not_me'

export const issueDisputeToken = async (
  context: TokenContext,
  { eventId }: { eventId: string | null },
): Promise<MailedLink | null> =>
  eventId === null
    ? null
    : issueTicket(context, notMePath, { purpose: disputePurpose, subject: eventId, expiresIn: `${disputeDays}d` })

/** Only a hash of the token is stored: nothing in the database opens an account. */
export const resetIdentifier = (token: string) => createHash('sha256').update(`reset-password:${token}`).digest('base64url')

/** The code may outlast the link, because a later request extends the link. It opens nothing once the link has ended. */
export async function issueResetToken(
  context: TokenContext,
  user: { userId: string; email: string },
): Promise<MailedLink | null> {
  const token = await findOrCreateReset(context, user)
  return token === null ? null : issueMailCode(context, { page: resetPath, token }, `${maxResetHours}h`)
}

/** Repeated requests get the same link, so that others cannot void the owner's. Derived from the row's id, never stored. */
function findOrCreateReset(
  { db, secret }: TokenContext,
  { userId, email }: { userId: string; email: string },
): Promise<string | null> {
  const tokenForReset = (id: string) => keyedHash(secret, 'auth.reset', id)
  return inTransaction(db, async (tx) => {
    if ((await lockUser(tx, userId))?.email !== email) return null
    const activeReset = await findActiveReset(tx, userId, maxResetHours)
    if (activeReset && resetIdentifier(tokenForReset(activeReset.id)) === activeReset.identifier) {
      await extendReset(tx, activeReset.id, resetHours)
      return tokenForReset(activeReset.id)
    }
    const id = uuid()
    await insertReset(tx, { id, identifier: resetIdentifier(tokenForReset(id)), userId, hours: resetHours })
    return tokenForReset(id)
  })
}
