import type { Db } from '@duo/db/index.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { type OwnStatus, ticketLifetimes } from '../../schema.ts'
import { ticketPurposes } from '../../tickets.ts'
import * as queries from '../signup-queries.ts'
import { eraseSignup } from './delete-entry.ts'
import { confirmEntry, stored } from './entry.ts'
import { statusOf } from './entry-status.ts'
import * as claims from './link-account-queries.ts'

/**
 * Gives an entry to the account whose owner has proven the same address; by that it is confirmed too. Call it inside a transaction.
 * Answers the language that the person chose on joining; null when there is no such entry, or the account has one.
 */
export async function claimEntry(db: Db, person: { id: string; email: string }): Promise<{ language: Locale } | null> {
  if (await claims.signupOf(db, person.id)) return null
  const entry = await claims.unclaimed(db, person.email)
  if (!entry) return null
  await confirmEntry(db, entry.id)
  await claims.setOwner(db, entry.id, person.id)
  return { language: entry.language }
}

/** Deletes every entry that is an account's; friends keep their order. */
export async function eraseClaimed(db: Db, userId: string) {
  for (const id of await claimedIds(db, userId)) await eraseSignup(db, id)
}

type MineWorld = Pick<World, 'db' | 'publicUrl'>

/** The entry that is an account's, as its owner sees it; null when there is none. */
export async function mine({ secret, ...world }: MineWorld & Pick<World, 'secret'>, userId: string): Promise<OwnStatus | null> {
  const { db, publicUrl } = world
  const [entry] = await claimedIds(db, userId)
  if (!entry) return null
  const [status, generation = 0] = await Promise.all([statusOf(db, publicUrl, entry), queries.ticketGeneration(db, entry)])
  if (!status) return null
  const own = { purpose: ticketPurposes.member, subject: entry, expiresIn: ticketLifetimes.own, generation }
  const ticket = await signTicket(secret, own)
  return { ...status, proven: true, ticket }
}

/** Everything that is stored about each entry that is an account's. */
export async function storedClaimed(world: MineWorld, userId: string) {
  const entries = await Promise.all((await claimedIds(world.db, userId)).map((id) => stored(world, id)))
  return entries.filter((entry) => entry !== null)
}

/** The ids of those entries, for what hangs on them. */
export const claimedIds = async (db: Db, userId: string) => (await claims.signupsOf(db, userId)).map(({ id }) => id)
