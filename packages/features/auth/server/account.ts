import { type Db, inTransaction } from '@duo/db/index.ts'
import { readTicket } from '@duo/platform/server/security/signed-token.ts'
import type { Viewer, World } from '@duo/platform/server/trpc.ts'
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
import { record } from './events/account-events.ts'
import { eventsOf, insertErasure } from './events/event-queries.ts'
import { cancelPurpose, queueMail } from './mail/account-mail-job.ts'
import { type AccountWorld, note, unproven } from './reauthentication.ts'
import { revokeAccess } from './recovery/recovery-queries.ts'
import { secondFactors } from './second-factor/account-factors.ts'
import { devicesOf, revokeDevice } from './sessions/device-queries.ts'
import * as sessions from './sessions/session-queries.ts'
import { describeUser } from './sessions/sessions.ts'
import * as queries from './user-queries.ts'

/** The account page. */
export async function account({ db, user }: AccountWorld): Promise<Account> {
  const [person, ways, factors] = await Promise.all([personOf(db, user), queries.waysIn(db, user.id), secondFactors(db, user.id)])
  return {
    user: describeUser(person),
    hasPassword: ways.some(({ password }) => password !== null),
    providers: ways.flatMap(({ provider, linkedAt }) =>
      isProvider(provider) ? [{ id: provider, linkedAt: linkedAt.toISOString() }] : [],
    ),
    pendingEmail: person.pendingEmail,
    secondFactors: factors,
  }
}

const isProvider = (name: string): name is Provider => providers.some((provider) => provider === name)

async function personOf(db: Db, { id }: Viewer) {
  const person = await queries.personById(db, id)
  if (!person) throw new AppError('unauthorized')
  return person
}

export async function updateProfile(
  { db, user }: AccountWorld,
  profile: { name?: string | undefined; language?: Locale | undefined },
): Promise<{ error: null; user: User }> {
  if (Object.values(profile).some((value) => value !== undefined)) await queries.updateProfile(db, user.id, profile)
  return { error: null, user: describeUser(await personOf(db, user)) }
}

export async function sessionsOf({ db, user }: AccountWorld): Promise<{ sessions: SessionEntry[] }> {
  const rows = await sessions.sessionsOf(db, user.id)
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

/** Ends one of the person's sessions, and the change of address that it asked for; somebody else's is not found. */
export function revokeSession(world: AccountWorld, id: string): Promise<{ error: null }> {
  const { db, user } = world
  return inTransaction(db, async (tx) => {
    const ended = await sessions.deleteSession(tx, { userId: user.id, id })
    if (!ended) throw new AppError('not_found')
    if (ended.deviceId) await revokeDevice(tx, { userId: user.id, id: ended.deviceId })
    await note(tx, world, 'session_ended')
    await queries.dropPendingEmail(tx, user.id, { session: id })
    return { error: null }
  })
}

/** Ends all sessions but the one that asks, and voids every link that could still open the account or change its address. */
export function revokeOtherSessions(world: AccountWorld): Promise<{ error: null; ended: number }> {
  const { db, user } = world
  return inTransaction(db, async (tx) => {
    const person = await queries.lockPerson(tx, user.id)
    if (!person) throw new AppError('unauthorized')
    const ended = await revokeAccess(tx, person, { sessions: [user.session.id] })
    await note(tx, world, 'signed_out_everywhere')
    return { error: null, ended }
  })
}

/** Takes a provider off the account, unless nothing else would open it. */
export function unlinkProvider(world: AccountWorld, provider: Provider): Promise<UnlinkAnswer> {
  const { db, user } = world
  return inTransaction(db, async (tx) => {
    await queries.lockPerson(tx, user.id)
    const ways = await queries.waysIn(tx, user.id)
    if (!ways.some((way) => way.provider === provider)) throw new AppError('not_found')
    if (ways.length === 1) return { error: 'last_way_in' }
    await queries.deleteWayIn(tx, user.id, provider)
    await note(tx, world, 'provider_unlinked')
    return { error: null }
  })
}

/**
 * Mails a link to the new address; the old one stays until it is opened, and gets a link that cancels the change. Whether somebody has the
 * address already is told to its owner only.
 */
export async function changeEmail(
  world: AccountWorld,
  { email, password }: { email: string; password: string | null },
): Promise<ChangeEmailAnswer> {
  const { db, user } = world
  if (email === user.email) return { error: 'same_email' }
  const refusal = await unproven(world, password)
  if (refusal) return refusal
  await inTransaction(db, async (tx) => {
    const person = await queries.lockPerson(tx, user.id)
    if (!person) throw new AppError('unauthorized')
    await queries.setPendingEmail(tx, user.id, { email, changeId: uuid(), sessionId: user.session.id })
    await queueMail(tx, { kind: 'change', email, language: user.language, userId: user.id })
    await note(tx, world, 'email_change_asked')
    await queueMail(tx, { kind: 'changing', email: person.email, language: user.language, userId: user.id })
  })
  return { error: null }
}

/** Cancels a pending change of address by the link that the old one got. The account stays as it is otherwise. */
export async function cancelEmailChange(world: Omit<AccountWorld, 'user'>, token: string): Promise<CancelChangeAnswer> {
  const ticket = await readTicket(world.secret, cancelPurpose, token)
  const [userId = '', changeId = ''] = ticket?.subject.split('.') ?? []
  if (!validate(userId) || !validate(changeId)) return { error: 'invalid_link' }
  return inTransaction(world.db, async (tx) => {
    if (!(await queries.dropPendingEmail(tx, userId, { id: changeId }))) return { error: 'invalid_link' }
    await record(tx, world, { userId }, { kind: 'email_change_cancelled', actor: world })
    return { error: null }
  })
}

/** What other features delete with an account, in the same transaction. */
export type OnErased = (db: Db, userId: string) => Promise<unknown>

/** Deletes the account of whoever asks, once it is proven that it is theirs. */
export async function erase(
  world: AccountWorld,
  { password, onErased }: { password: string | null; onErased: readonly OnErased[] },
): Promise<EraseAnswer> {
  const refusal = await unproven(world, password)
  if (refusal) return refusal
  await erasePerson(world.db, world.user.id, onErased)
  return { error: null }
}

/** Deletes an account and everything that is kept for it but the event of the erasure, and mails a receipt; false when it was gone already. */
export function erasePerson(db: Db, userId: string, onErased: readonly OnErased[]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await queries.lockPerson(tx, userId)
    for (const forget of onErased) await forget(tx, userId)
    const person = await queries.deletePerson(tx, userId)
    if (person) {
      await insertErasure(tx, { id: uuid(), userId })
      await queueMail(tx, { kind: 'erased', ...person })
    }
    return person !== undefined
  })
}

/** What other features store about somebody, under the name that it has in their document. */
export type Stored = Record<string, (world: Pick<World, 'db' | 'publicUrl'>, userId: string) => Promise<unknown>>

/** More events than an account can have in 180 days by itself; what strangers cause is counted by the hour. */
const eventsAtMost = 100_000

/** Everything that is stored about somebody, as one document. */
export async function download(world: AccountWorld & Pick<World, 'publicUrl'>, stored: Stored): Promise<Record<string, unknown>> {
  const person = await personOf(world.db, world.user)
  await note(world.db, world, 'downloaded')
  const { pendingEmail, providers, hasPassword, secondFactors } = await account(world)
  const events = await eventsOf(world.db, world.user.id, eventsAtMost)
  const others = Object.entries(stored).map(async ([name, read]) => [name, await read(world, world.user.id)] as const)
  return {
    exportedAt: new Date().toISOString(),
    profile: {
      ...describeUser(person),
      pending_email: pendingEmail,
      welcomed_at: person.welcomedAt?.toISOString() ?? null,
      has_password: hasPassword,
      providers,
    },
    second_factors: {
      ...secondFactors,
      passkeys: secondFactors.passkeys.map(({ id: _internal, ...passkey }) => passkey),
    },
    ...(await sessionsOf(world)),
    devices: await devicesOf(world.db, world.user.id),
    security_events: events.map(({ address_hash: _internal, ...event }) => event),
    ...Object.fromEntries(await Promise.all(others)),
  }
}
