import { type Db, inTransaction } from '@duo/db/index.ts'
import type { IdempotentCall } from '@duo/platform/server/idempotency.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { validate } from 'uuid'
import type { AccountHooks } from '#shell/server/feature.ts'
import { revokeAccess } from '../access/access-queries.ts'
import { type Actor, recordEvent } from '../events/account-events.ts'
import { enqueueAccountMail } from '../mail/account-mail-job.ts'
import { fingerprintOf, verifyEmailPurpose } from '../mail/mail-tokens.ts'
import { isSessionOf } from '../sessions/session-queries.ts'
import { claimRepeatedSignUp } from '../sign-in/sign-up.ts'
import * as queries from '../users/user-queries.ts'

export interface VerifiedUser {
  id: string
  email: string
}

type Hooks = Pick<AccountHooks, 'onEmailVerified'>
type ReclaimContext = Pick<AppContext, 'db' | 'secret' | 'accountHooks'>

/** Marks the e-mail as verified; the first time, claims its data and queues the welcome mail. False when it already was. */
export function markEmailVerified(db: Db, id: string, hooks: Hooks): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const user = await queries.markEmailVerified(tx, id)
    if (!user) return false
    await onFirstVerification(tx, user, hooks)
    return true
  })
}

type VerifiedUserRow = VerifiedUser & { language: Locale; welcomedAt: Date | null }

async function onFirstVerification(tx: Db, { id, email, language, welcomedAt }: VerifiedUserRow, { onEmailVerified }: Hooks) {
  let linkedEntry: { language: Locale } | null = null
  for (const hook of onEmailVerified) linkedEntry = (await hook(tx, { id, email })) ?? linkedEntry
  if (linkedEntry && welcomedAt === null) await queries.updateProfile(tx, id, { language: linkedEntry.language })
  if (await queries.markWelcomed(tx, id))
    await enqueueAccountMail(tx, {
      kind: linkedEntry ? 'claimed' : 'welcome',
      email,
      language: linkedEntry?.language ?? language,
      userId: id,
    })
}

interface SignUp {
  name: string
  hash: string
  language: Locale
  next: string | null
  idempotentCall?: IdempotentCall | null | undefined
  mailId?: string | undefined
}

/** The latest sign-up replaces the password of an unverified account, so that no one can pre-register the owner's e-mail. */
export function reclaimUnverifiedAccount(context: ReclaimContext, { id, email }: VerifiedUser, signUp: SignUp) {
  return inTransaction(context.db, async (tx) => {
    if (!(await claimRepeatedSignUp(tx, signUp.idempotentCall))) return
    const user = await queries.lockUser(tx, id)
    // a factor of the earlier sign-up must not lock this one out
    if (user?.confirmedAt === null && (await queries.reclaimUnverifiedAccount(tx, id, signUp)))
      await context.accountHooks.secondFactor.removeFactors(tx, context, user)
    await enqueueAccountMail(tx, {
      id: signUp.mailId,
      kind: 'exists',
      email,
      language: signUp.language,
      next: signUp.next,
    })
  })
}

/** `invalid`: forged, expired, foreign or outdated. */
export type Confirmation = { status: 'confirmed' | 'changed' | 'already'; userId: string } | { status: 'invalid' }

interface VerifyEmailContext extends Pick<AppContext, 'db' | 'secret' | 'accountHooks' | 'confirmsEmail'> {
  token: string | null
  actor: Actor | null
}

/** Voids all other access, except for this browser's session and the one that requested an e-mail change. */
export async function verifyEmail(context: VerifyEmailContext, link: string): Promise<Confirmation> {
  const { db, secret, accountHooks: hooks, token, actor } = context
  const ticket = readTicket(secret, verifyEmailPurpose, link)
  const [userId = '', emailFingerprint, version] = ticket?.subject.split('.') ?? []
  if (!validate(userId)) return { status: 'invalid' }
  return inTransaction(db, async (tx) => {
    const user = await queries.lockUser(tx, userId)
    if (!user) return { status: 'invalid' }
    if (
      user.pendingEmail !== null &&
      fingerprintOf(user.pendingEmail) === emailFingerprint &&
      user.pendingId === (version ?? null)
    ) {
      // the link proves whose address it is, and an abandoned sign-up must not keep it
      if (context.confirmsEmail) await queries.deleteUnused(tx, user.pendingEmail)
      const updatedUser = await queries.applyPendingEmail(tx, userId)
      await revokeAccess(tx, context, user, { token, sessions: user.pendingSession === null ? [] : [user.pendingSession] })
      await hooks.secondFactor.voidRecovery(tx, userId)
      await onFirstVerification(tx, updatedUser, hooks)
      const eventId = await recordEvent(tx, context, { userId }, { kind: 'email_changed', actor, email: user.email })
      await enqueueAccountMail(tx, { kind: 'changed', email: user.email, language: user.language, userId, eventId })
      return { status: 'changed', userId }
    }
    if (fingerprintOf(user.email) !== emailFingerprint) return { status: 'invalid' }
    if (user.confirmedAt !== null) return { status: 'already', userId }
    const hash = (await queries.listLinkedAccounts(tx, userId)).find((account) => account.password !== null)?.password
    if (fingerprintOf(hash ?? '') !== version) return { status: 'invalid' }
    if (!(await markEmailVerified(tx, userId, hooks))) return { status: 'already', userId }
    // added before verification, possibly by someone else who signed up with this address
    if (!(await isSessionOf(tx, { token, userId }))) await hooks.secondFactor.removeFactors(tx, context, user, { actor })
    await revokeAccess(tx, context, user, { token })
    return { status: 'confirmed', userId }
  })
}
