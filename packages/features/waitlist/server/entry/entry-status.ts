import type { Db } from '@duo/db/index.ts'
import { maskEmail, membershipOf, placesPerFriend, referralLink } from '../../rules.ts'
import type { Explanation, Friend, HistoryEvent, MembershipStatus, Standing, WaitlistStatus } from '../../schema.ts'
import { reviewReason } from '../join/referral-fraud.ts'
import { statusById } from './entry-status-queries.ts'

type StoredStatus = NonNullable<Awaited<ReturnType<typeof statusById>>>
type StoredEvent = StoredStatus['events'][number]
type StoredFriend = StoredStatus['friends'][number]

type EntryStatus = Omit<WaitlistStatus, 'proven'>

/**
 * An entry as its owner sees it, or with its `whole` history; null when there is none, or when `generation` is not that of the tickets which
 * open it.
 */
export async function statusOf(
  db: Db,
  publicUrl: string,
  id: string,
  { generation, ...history }: { whole?: boolean; generation?: number } = {},
): Promise<EntryStatus | null> {
  const entry = await statusById(db, id, history)
  if (!entry || (generation !== undefined && generation !== entry.ticket_generation)) return null
  const { email, referral_code: code, position, counted, friends, counted_here: here, events } = entry
  return {
    ...membershipOf({ position, confirmedFriends: counted, referralCode: code }),
    email,
    confirmed: entry.confirmed_at !== null,
    joinedAt: entry.created_at.toISOString(),
    referral_link: referralLink(publicUrl, code),
    explanation: explain(position, events),
    friends: [...friends.map(toFriend), ...Array<typeof gone>(Math.max(0, counted - here)).fill(gone)],
    history: events.map(toHistory).reverse(),
    invitedAt: entry.invited_at?.toISOString() ?? null,
    mails: entry.unsubscribed_at === null,
  }
}

/** What is left of a status for whoever merely typed an address that is confirmed. */
export function membershipStatus(standing: Standing): MembershipStatus {
  const { position, invitesLeft, invites_count, referral_code, email, referral_link } = standing
  return { position, invitesLeft, invites_count, referral_code, email, referral_link, confirmed: true, proven: false }
}

/** A friend who counted and has since left the list: who it was is forgotten, the credit stays. */
const gone: Friend = { name: null, state: 'counted', reason: null, since: null }

function toFriend({ email, confirmed_at: confirmedAt, credit, suspicion, created_at: createdAt }: StoredFriend): Friend {
  const name = maskEmail(email)
  if (confirmedAt === null) return { name, state: 'waiting', reason: null, since: moment(createdAt) }
  const since = moment(confirmedAt)
  if (credit === 'counted' || credit === null) return { name, state: 'counted', reason: null, since }
  const reason = credit === 'review' ? (`review_${reviewReason(suspicion)}` as const) : credit
  return { name, state: 'not_counted', reason, since }
}

/** A moment as Postgres writes it in JSON, with microseconds, as everything of ours writes it. */
const moment = (written: string) => new Date(written).toISOString()

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
  const at = moment(when)
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
