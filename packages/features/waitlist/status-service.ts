import { type Db, inSnapshot } from '@duo/db/index.ts'
import * as queries from './queries.ts'
import { positionOf } from './rank-queries.ts'
import { maskEmail, membershipOf, placesPerFriend, referralLink } from './rules.ts'
import type { Explanation, Friend, HistoryEvent, MembershipStatus, Standing, WaitlistStatus } from './schema.ts'

type StoredEvent = Awaited<ReturnType<typeof queries.eventsOf>>[number]
type StoredFriend = Awaited<ReturnType<typeof queries.friendsOf>>['newest'][number]

type EntryStatus = Omit<WaitlistStatus, 'proven'>

/** An entry as its owner sees it; null when there is none. Read as of one moment, so that place, friends and explanation fit together. */
export const statusOf = (db: Db, publicUrl: string, id: string): Promise<EntryStatus | null> =>
  inSnapshot(db, (tx) => read(tx, publicUrl, id))

async function read(db: Db, publicUrl: string, id: string): Promise<EntryStatus | null> {
  const entry = await queries.signupById(db, id)
  const position = entry && (await positionOf(db, id))
  if (!entry || !position) return null
  const events = await queries.eventsOf(db, id)
  const friends = await queries.friendsOf(db, id)
  return {
    ...membershipOf({ ...entry, position }),
    email: entry.email,
    confirmed: entry.confirmedAt !== null,
    joinedAt: entry.createdAt.toISOString(),
    referral_link: referralLink(publicUrl, entry.referralCode),
    explanation: explain(position, events),
    friends: [...friends.newest.map(toFriend), ...Array(Math.max(0, entry.confirmedFriends - friends.counted)).fill(gone)],
    history: events.map(toHistory).reverse(),
    invitedAt: entry.invitedAt?.toISOString() ?? null,
    mails: entry.unsubscribedAt === null,
  }
}

/** What is left of a status for whoever merely typed an address that is confirmed. */
export function membershipStatus(standing: Standing): MembershipStatus {
  const { position, invitesLeft, invites_count, referral_code, email, referral_link } = standing
  return { position, invitesLeft, invites_count, referral_code, email, referral_link, confirmed: true, proven: false }
}

/** A friend who counted and has since left the list: who it was is forgotten, the credit stays. */
const gone: Friend = { name: null, state: 'counted', reason: null, since: null }

function toFriend({ email, confirmedAt, credit, createdAt }: StoredFriend): Friend {
  const name = maskEmail(email)
  if (confirmedAt === null) return { name, state: 'waiting', reason: null, since: createdAt.toISOString() }
  const since = confirmedAt.toISOString()
  return credit === 'counted' || credit === null
    ? { name, state: 'counted', reason: null, since }
    : { name, state: 'not_counted', reason: credit, since }
}

const numberIn = (data: StoredEvent['data'], key: string) => Number(data[key] ?? 0)

/** Entries from before positions were written down have their seat there, which was their position then. */
const joinedPosition = (data: StoredEvent['data']) => Number(data.position ?? data.seat ?? 0)

function explain(position: number, events: StoredEvent[]): Explanation {
  const gained = events
    .filter(({ kind }) => kind === 'friend_counted')
    .reduce((sum, { data }) => sum + numberIn(data, 'from') - numberIn(data, 'to'), 0)
  const joined = events.find(({ kind }) => kind === 'joined')
  const joinedAs = joined ? joinedPosition(joined.data) : position + gained
  return { joinedAs, gained, others: position - joinedAs + gained, placesPerFriend }
}

function toHistory({ kind, data, at: when }: StoredEvent): HistoryEvent {
  const at = when.toISOString()
  switch (kind) {
    case 'joined':
      return { at, kind, position: joinedPosition(data) }
    case 'friend_counted':
      return { at, kind, from: numberIn(data, 'from'), to: numberIn(data, 'to'), friends: numberIn(data, 'friends') }
    case 'confirmed':
    case 'goal_reached':
    case 'invited':
    case 'unsubscribed':
    case 'subscribed':
      return { at, kind }
    default:
      throw new Error(`waitlist_event has the unknown kind ${kind}`)
  }
}
