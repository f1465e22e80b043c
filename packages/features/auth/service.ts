import { type Db, inTransaction } from '@duo/db/index.ts'
import { forgive } from '@duo/platform/server/rate-limit.ts'
import type { Viewer, World } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { queueMail } from './jobs.ts'
import * as queries from './queries.ts'
import {
  type Account,
  type ChangeEmailAnswer,
  type EraseAnswer,
  freshMinutes,
  type NotProven,
  type Provider,
  passwordLimit,
  providers,
  type SessionEntry,
  type UnlinkAnswer,
  type User,
} from './schema.ts'
import * as sessions from './session-queries.ts'
import { describeUser } from './session-service.ts'

type AccountWorld = Pick<World, 'db' | 'log' | 'passwords' | 'rateLimit'> & { user: Viewer }

/** The account page. */
export async function account({ db, user }: AccountWorld): Promise<Account> {
  const [person, ways] = await Promise.all([personOf(db, user), queries.waysIn(db, user.id)])
  return {
    user: describeUser(person),
    hasPassword: ways.some(({ password }) => password !== null),
    providers: ways.flatMap(({ provider, linkedAt }) =>
      isProvider(provider) ? [{ id: provider, linkedAt: linkedAt.toISOString() }] : [],
    ),
    pendingEmail: person.pendingEmail,
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

/** Ends one of the person's sessions; somebody else's is not found. */
export async function revokeSession({ db, user }: AccountWorld, id: string): Promise<{ error: null }> {
  if (!(await sessions.deleteSession(db, { userId: user.id, id }))) throw new AppError('not_found')
  return { error: null }
}

export async function revokeOtherSessions({ db, user }: AccountWorld): Promise<{ error: null; ended: number }> {
  return { error: null, ended: await sessions.deleteOthers(db, { userId: user.id, keep: user.session.id }) }
}

/** Takes a provider off the account, unless nothing else would open it. */
export function unlinkProvider({ db, user }: AccountWorld, provider: Provider): Promise<UnlinkAnswer> {
  return inTransaction(db, async (tx) => {
    await queries.lockPerson(tx, user.id)
    const ways = await queries.waysIn(tx, user.id)
    if (!ways.some((way) => way.provider === provider)) throw new AppError('not_found')
    if (ways.length === 1) return { error: 'last_way_in' }
    await queries.deleteWayIn(tx, user.id, provider)
    return { error: null }
  })
}

/**
 * Whether it is really the account's owner who sits there: by the password, or, where there is none, because they have just signed in.
 * Null when it is.
 */
async function unproven(world: AccountWorld, password: string | null): Promise<NotProven | null> {
  const { rateLimit, user } = world
  const retryAfterSeconds = await rateLimit(passwordLimit, user.id)
  if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
  try {
    return await proofMissing(world, password)
  } catch (error) {
    await forgive(world, [{ limit: passwordLimit, key: user.id }], error)
    throw error
  }
}

async function proofMissing({ db, user, passwords }: AccountWorld, password: string | null): Promise<NotProven | null> {
  const hash = (await queries.waysIn(db, user.id)).find((way) => way.password !== null)?.password
  if (hash) return password !== null && (await passwords.verify(hash, password)) ? null : { error: 'wrong_password' }
  const age = Date.now() - user.session.createdAt.getTime()
  return age < freshMinutes * 60_000 ? null : { error: 'sign_in_again' }
}

/**
 * Mails a link to the new address; the old one stays until it is opened. Whether somebody has the address already is told to its owner
 * only.
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
    await queries.setPendingEmail(tx, user.id, email)
    await queueMail(tx, { kind: 'change', email, language: user.language, userId: user.id })
  })
  return { error: null }
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

/** Deletes an account and everything that other features keep for it, and mails a receipt; false when it was gone already. */
export function erasePerson(db: Db, userId: string, onErased: readonly OnErased[]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await queries.lockPerson(tx, userId)
    for (const forget of onErased) await forget(tx, userId)
    const person = await queries.deletePerson(tx, userId)
    if (person) await queueMail(tx, { kind: 'erased', ...person })
    return person !== undefined
  })
}

/** What other features store about somebody, under the name that it has in their document. */
export type Stored = Record<string, (world: Pick<World, 'db' | 'publicUrl'>, userId: string) => Promise<unknown>>

/** Everything that is stored about somebody, as one document. */
export async function download(world: AccountWorld & Pick<World, 'publicUrl'>, stored: Stored): Promise<Record<string, unknown>> {
  const person = await personOf(world.db, world.user)
  const { pendingEmail, providers, hasPassword } = await account(world)
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
    ...(await sessionsOf(world)),
    ...Object.fromEntries(await Promise.all(others)),
  }
}
