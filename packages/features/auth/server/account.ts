import { type Db, inTransaction } from '@duo/db/index.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext, Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { v7 as uuid, validate } from 'uuid'
import {
  type Account,
  type CancelChangeAnswer,
  type ChangeEmailAnswer,
  type EraseAnswer,
  type Provider,
  providers,
  type SessionEntry,
  type UnlinkAnswer,
  type User,
} from '../schema.ts'
import { listApiKeys } from './api-keys/api-keys.ts'
import { recordEvent } from './events/account-events.ts'
import { insertErasure, listEvents } from './events/event-queries.ts'
import { requireFreshFactor } from './fresh-factor/fresh-factor.ts'
import { enqueueAccountMail } from './mail/account-mail-job.ts'
import { cancelPurpose } from './mail/mail-tokens.ts'
import { type AccountContext, lockOwner, recordUserEvent, requireReauthentication } from './reauthentication.ts'
import { revokeAccess } from './recovery/recovery-queries.ts'
import { getSecondFactors } from './second-factor/account-factors.ts'
import { listDevices, revokeDevice } from './sessions/device-queries.ts'
import * as sessions from './sessions/session-queries.ts'
import { toUserDto } from './sessions/sessions.ts'
import * as queries from './user-queries.ts'

export async function getAccount({ db, user }: AccountContext): Promise<Account> {
  const [row, linkedAccounts, factors] = await Promise.all([
    requireUserRow(db, user),
    queries.listLinkedAccounts(db, user.id),
    getSecondFactors(db, user.id),
  ])
  return {
    user: toUserDto(row),
    hasPassword: linkedAccounts.some(({ password }) => password !== null),
    providers: linkedAccounts.flatMap(({ provider, linkedAt }) =>
      isProvider(provider) ? [{ id: provider, linkedAt: linkedAt.toISOString() }] : [],
    ),
    pendingEmail: row.pendingEmail,
    secondFactors: factors,
  }
}

const isProvider = (name: string): name is Provider => providers.some((provider) => provider === name)

async function requireUserRow(db: Db, { id }: Viewer) {
  const row = await queries.findUserById(db, id)
  if (!row) throw new AppError('unauthorized')
  return row
}

export async function updateProfile(
  { db, user }: AccountContext,
  profile: { name?: string | undefined; language?: Locale | undefined },
): Promise<{ error: null; user: User }> {
  if (Object.values(profile).some((value) => value !== undefined)) await queries.updateProfile(db, user.id, profile)
  return { error: null, user: toUserDto(await requireUserRow(db, user)) }
}

export async function listSessions({ db, user }: AccountContext): Promise<{ sessions: SessionEntry[] }> {
  const rows = await sessions.listSessions(db, user.id)
  return {
    sessions: rows.map(({ id, created_at, updated_at, expires_at, user_agent }) => ({
      id,
      current: id === user.session.id,
      createdAt: created_at.toISOString(),
      lastUsedAt: updated_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      userAgent: user_agent ?? '',
    })),
  }
}

export function revokeSession(context: AccountContext, id: string): Promise<{ error: null }> {
  const { db, user } = context
  return inTransaction(db, async (tx) => {
    const session = await sessions.deleteSession(tx, { userId: user.id, id })
    if (!session) throw new AppError('not_found')
    if (session.deviceId) await revokeDevice(tx, { userId: user.id, id: session.deviceId })
    await recordUserEvent(tx, context, 'session_ended')
    await queries.clearPendingEmail(tx, user.id, { session: id })
    return { error: null }
  })
}

/** Ends all other sessions and API keys, and voids every link that could open the account or change its e-mail. */
export function revokeOtherSessions(context: AccountContext): Promise<{ error: null; ended: number; endedKeys: number }> {
  const { db, user } = context
  return inTransaction(db, async (tx) => {
    const row = await lockOwner(tx, user)
    const ended = await revokeAccess(tx, row, { sessions: [user.session.id] })
    await recordUserEvent(tx, context, 'signed_out_everywhere')
    return { error: null, ended: ended.sessions, endedKeys: ended.keys }
  })
}

export async function unlinkProvider(context: AccountContext, provider: Provider): Promise<UnlinkAnswer> {
  const { db, user } = context
  await requireFreshFactor(db, user)
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, user)
    const linkedAccounts = await queries.listLinkedAccounts(tx, user.id)
    if (!linkedAccounts.some((linkedAccount) => linkedAccount.provider === provider)) throw new AppError('not_found')
    if (linkedAccounts.length === 1) return { error: 'last_way_in' }
    await queries.deleteLinkedAccount(tx, user.id, provider)
    await recordUserEvent(tx, context, 'provider_unlinked')
    return { error: null }
  })
}

/** Mails a confirmation link to the new e-mail and a cancel link to the current one. Never reveals whether it is taken. */
export async function changeEmail(
  context: AccountContext,
  { email, password }: { email: string; password: string | null },
): Promise<ChangeEmailAnswer> {
  const { db, user } = context
  if (email === user.email) return { error: 'same_email' }
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  await inTransaction(db, async (tx) => {
    // a first factor or another revocation may have ended the session since the password was checked
    const row = await lockOwner(tx, user)
    await queries.setPendingEmail(tx, user.id, { email, changeId: uuid(), sessionId: user.session.id })
    await enqueueAccountMail(tx, { kind: 'change', email, language: user.language, userId: user.id })
    await recordUserEvent(tx, context, 'email_change_asked')
    await enqueueAccountMail(tx, { kind: 'changing', email: row.email, language: user.language, userId: user.id })
  })
  return { error: null }
}

export async function cancelEmailChange(context: Omit<AccountContext, 'user'>, token: string): Promise<CancelChangeAnswer> {
  const ticket = await readTicket(context.secret, cancelPurpose, token)
  const [userId = '', changeId = ''] = ticket?.subject.split('.') ?? []
  if (!validate(userId) || !validate(changeId)) return { error: 'invalid_link' }
  return inTransaction(context.db, async (tx) => {
    if (!(await queries.clearPendingEmail(tx, userId, { id: changeId }))) return { error: 'invalid_link' }
    await recordEvent(tx, context, { userId }, { kind: 'email_change_cancelled', actor: context })
    return { error: null }
  })
}

export async function eraseAccount(
  context: AccountContext & Pick<AppContext, 'accountHooks'>,
  password: string | null,
): Promise<EraseAnswer> {
  const refusal = await requireReauthentication(context, password)
  if (refusal) return refusal
  await eraseUser(context, context.user.id)
  return { error: null }
}

/** Deletes an account and its data except for the erasure event, and mails a receipt. False when it does not exist. */
export function eraseUser({ db, accountHooks }: Pick<AppContext, 'db' | 'accountHooks'>, userId: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await queries.lockUser(tx, userId)
    for (const hook of accountHooks.onErased) await hook(tx, userId)
    const user = await queries.deleteUser(tx, userId)
    if (user) {
      await insertErasure(tx, { id: uuid(), userId })
      await enqueueAccountMail(tx, { kind: 'erased', ...user })
    }
    return user !== undefined
  })
}

/** More than an account causes in 180 days, because events that others can cause are aggregated hourly. */
const maxExportedEvents = 100_000

export async function exportUserData(
  context: AccountContext & Pick<AppContext, 'publicUrl' | 'accountHooks'>,
): Promise<Record<string, unknown>> {
  await requireFreshFactor(context.db, context.user)
  const row = await requireUserRow(context.db, context.user)
  await recordUserEvent(context.db, context, 'downloaded')
  const { pendingEmail, providers, hasPassword, secondFactors } = await getAccount(context)
  const events = await listEvents(context.db, context.user.id, maxExportedEvents)
  const exports = Object.entries(context.accountHooks.exporters).map(
    async ([name, exportData]) => [name, await exportData(context, context.user.id)] as const,
  )
  return {
    exportedAt: new Date().toISOString(),
    profile: {
      ...toUserDto(row),
      pending_email: pendingEmail,
      welcomed_at: row.welcomedAt?.toISOString() ?? null,
      has_password: hasPassword,
      providers,
    },
    second_factors: {
      ...secondFactors,
      passkeys: secondFactors.passkeys.map(({ id: _internal, ...passkey }) => passkey),
    },
    ...(await listSessions(context)),
    api_keys: (await listApiKeys(context)).keys.map(({ id: _internal, ...key }) => key),
    devices: await listDevices(context.db, context.user.id),
    security_events: events.map(({ address_hash: _internal, ...event }) => event),
    ...Object.fromEntries(await Promise.all(exports)),
  }
}
