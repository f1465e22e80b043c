import { LocalDate } from '@duo/platform/browser/local-date.tsx'
import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { HistoryEvent } from '../../schema.ts'

/** A friend who confirmed after the invitation moved no one. */
export function HistoryList({ history, invitedAt }: { history: HistoryEvent[]; invitedAt: string | null }) {
  return (
    <ul className="grid gap-5">
      {history.map((event) => (
        <li key={event.kind + event.at} className="grid gap-x-6 sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-baseline">
          <LocalDate at={event.at} className="text-sm text-muted" />
          <p>{eventText(event, invitedAt !== null && event.at > invitedAt)}</p>
        </li>
      ))}
    </ul>
  )
}

type FriendEvent = Extract<HistoryEvent, { kind: 'friend_counted' }>

/** What the friend changed, or why the place stayed. */
export function friendText({ from, to, friends: count }: FriendEvent) {
  const locale = getLocale()
  const friends = formatOrdinal(count, locale)
  const place = formatOrdinal(to, locale)
  if (to < from) return m.waitlist_status_event_friend({ friends, from: formatOrdinal(from, locale), to: place })
  if (to === 1) return m.waitlist_status_event_friend_first({ friends })
  return m.waitlist_status_event_friend_stays({ friends, place })
}

function eventText(event: HistoryEvent, isLater: boolean) {
  const locale = getLocale()
  switch (event.kind) {
    case 'joined':
      return m.waitlist_status_event_joined({ place: formatOrdinal(event.position, locale) })
    case 'confirmed':
      return m.waitlist_status_event_confirmed()
    case 'friend_counted':
      return isLater ? m.waitlist_status_event_friend_only({ friends: formatOrdinal(event.friends, locale) }) : friendText(event)
    case 'goal_reached':
      return m.waitlist_status_event_goal()
    case 'invited':
      return m.waitlist_status_event_invited()
    case 'unsubscribed':
      return m.waitlist_status_event_unsubscribed()
    case 'subscribed':
      return m.waitlist_status_event_subscribed()
  }
}
