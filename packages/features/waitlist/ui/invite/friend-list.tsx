import { useLocalDateTime } from '@duo/platform/browser/local-date.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Friend } from '../../schema.ts'
import { FriendSlot, type SlotState } from './friend-slot.tsx'

const slotStates: Record<Friend['state'], SlotState> = { counted: 'confirmed', waiting: 'pending', not_counted: 'empty' }

export function FriendList({ friends }: { friends: Friend[] }) {
  const moment = useLocalDateTime()
  if (friends.length === 0) return <p className="max-w-[52ch] text-muted">{m.waitlist_status_friends_none()}</p>
  return (
    <ul>
      {friends.map((friend, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: masked names repeat, and the list is static
        <li key={i} className="flex items-start gap-4 border-t border-line py-4 first:border-0 first:pt-0">
          <FriendSlot state={slotStates[friend.state]} className="mt-1 h-6 w-auto flex-none" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">
              {friend.name === null ? m.waitlist_status_friend_gone() : <Name>{friend.name}</Name>}
            </p>
            {/* the time, because friends whose addresses look alike may join on one day */}
            {friend.joinedAt && (
              <p className="text-sm text-muted">{m.waitlist_status_friend_joined({ when: moment(friend.joinedAt) })}</p>
            )}
            <p className="text-muted">{stateText(friend)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function stateText({ state, reason }: Friend) {
  if (state === 'counted') return m.waitlist_status_friend_counted()
  if (state === 'waiting') return m.waitlist_status_friend_waiting()
  switch (reason) {
    case 'review_mailbox':
      return m.waitlist_status_friend_review_mailbox()
    case 'review_network':
      return m.waitlist_status_friend_review_network()
    case 'review_form':
      return m.waitlist_status_friend_review_form()
    case 'refused':
      return m.waitlist_status_friend_refused()
    case 'repeated':
      return m.waitlist_status_friend_repeated()
    case 'goal_reached':
      return m.waitlist_status_friend_goal()
    case null:
      return m.waitlist_status_friend_not_counted()
  }
}
