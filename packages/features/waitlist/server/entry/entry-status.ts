import type { Db } from '@duo/db/index.ts'
import { maskEmail, membershipOf, placesPerFriend, referralLink } from '../../rules.ts'
import type { Explanation, Friend, HistoryEvent, MembershipStatus, Standing, WaitlistStatus } from '../../schema.ts'
import { reviewReason } from '../join/referral-fraud.ts'
import { findStatus } from './entry-status-queries.ts'

type StatusRow = NonNullable<Awaited<ReturnType<typeof findStatus>>>
type EventRow = StatusRow['events'][number]
type FriendRow = StatusRow['friends'][number]

type EntryStatus = Omit<WaitlistStatus, 'proven'>

/** Returns null without an entry, or when its tickets have another `generation`. `whole` includes all events. */
export async function buildStatus(
  db: Db,
  publicUrl: string,
  id: string,
  { generation, ...history }: { whole?: boolean; generation?: number } = {},
): Promise<EntryStatus | null> {
  const entry = await findStatus(db, id, history)
  if (!entry || (generation !== undefined && generation !== entry.ticket_generation)) return null
  const { email, referral_code: code, position, counted, friends, counted_here: listedFriends, events } = entry
  return {
    ...membershipOf({ position, confirmedFriends: counted, referralCode: code }),
    email,
    confirmed: entry.confirmed_at !== null,
    joinedAt: entry.created_at.toISOString(),
    referral_link: referralLink(publicUrl, code),
    inReview: entry.in_review,
    invitedAt: entry.invited_at?.toISOString() ?? null,
    explanation: toPositionBreakdown(position, events),
    invitedAhead: entry.invited_ahead,
    friends: [
      ...friends.map(toFriendDto),
      ...Array<typeof unnamedFriend>(Math.max(0, counted - listedFriends)).fill(unnamedFriend),
    ],
    history: events.map(toHistoryDto).reverse(),
    mails: entry.unsubscribed_at === null,
    mailRefused: entry.mail_refused,
  }
}

export function membershipStatus(standing: Standing): MembershipStatus {
  const { position, invitesLeft, invites_count, referral_code, email, referral_link, inReview, invitedAt } = standing
  const known = { position, invitesLeft, invites_count, referral_code, email, referral_link, inReview, invitedAt }
  return { ...known, confirmed: true, proven: false }
}

/** A counted friend who has left: anonymous, but the credit stays. */
const unnamedFriend: Friend = { name: null, state: 'counted', reason: null, joinedAt: null, since: null }

function toFriendDto({ email, confirmed_at: confirmedAt, credit, fraud_signals, created_at: createdAt }: FriendRow): Friend {
  const named = { name: maskEmail(email), joinedAt: toIsoTime(createdAt) }
  if (confirmedAt === null) return { ...named, state: 'waiting', reason: null, since: named.joinedAt }
  const since = toIsoTime(confirmedAt)
  if (credit === 'counted' || credit === null) return { ...named, state: 'counted', reason: null, since }
  const reason = credit === 'review' ? (`review_${reviewReason(fraud_signals)}` as const) : credit
  return { ...named, state: 'not_counted', reason, since }
}

const toIsoTime = (timestamp: string) => new Date(timestamp).toISOString()

const numberIn = (data: EventRow['data'], key: string) => Number(data[key] ?? 0)

function toPositionBreakdown(position: number, events: EventRow[]): Explanation {
  const gained = events
    .filter(({ kind }) => kind === 'friend_counted')
    // others may have moved between the two figures: a friend never moves a member back
    .reduce((sum, { data }) => sum + Math.max(0, numberIn(data, 'from') - numberIn(data, 'to')), 0)
  const joinedEvent = events.find(({ kind }) => kind === 'joined')
  const joinedAs = joinedEvent ? numberIn(joinedEvent.data, 'position') : position + gained
  return { joinedAs, gained, others: position - joinedAs + gained, placesPerFriend }
}

function toHistoryDto({ kind, data, at: when }: EventRow): HistoryEvent {
  const at = toIsoTime(when)
  switch (kind) {
    case 'joined':
      return { at, kind, position: numberIn(data, 'position') }
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
