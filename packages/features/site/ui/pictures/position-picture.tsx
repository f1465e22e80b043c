import { m } from '@duo/platform/i18n/messages.ts'
import { inviteTarget, placesPerFriend } from '#waitlist/rules.ts'
import type { Friend } from '#waitlist/schema.ts'
import { FriendList } from '#waitlist/ui/invite/friend-list.tsx'
import { FriendSlots } from '#waitlist/ui/invite/invite-panel.tsx'
import { PositionBreakdown } from '#waitlist/ui/status/position-breakdown.tsx'
import { PositionText } from '#waitlist/ui/status/position-text.tsx'
import { Picture } from './picture.tsx'

const confirmed = 2
const joinedAs = 512
const gained = confirmed * placesPerFriend
const position = joinedAs - gained

const friend = (name: string, state: Friend['state']): Friend => ({ name, state, reason: null, joinedAt: null, since: null })
const friends = [friend('a•••@g•••.com', 'counted'), friend('r•••@o•••.com', 'counted'), friend('t•••@g•••.com', 'waiting')]

export function PositionPicture() {
  const invitesLeft = inviteTarget - confirmed
  return (
    <Picture caption={m.site_picture_position()}>
      <div className="grid overflow-clip rounded-voice border border-line shadow-lift lg:grid-cols-2">
        <div data-ground="deep" className="grid content-between gap-8 p-6 sm:p-10">
          <p className="font-voice text-4xl font-[300] text-balance lg:text-5xl">
            <PositionText position={position} />
          </p>
          <PositionBreakdown position={position} explanation={{ joinedAs, gained, others: 0, placesPerFriend }} />
        </div>
        <div className="grid content-start gap-6 bg-paper-raised p-6 sm:p-10">
          <div>
            <FriendSlots confirmed={confirmed} />
            <p className="mt-4 font-semibold">{m.waitlist_invite_count({ confirmed, left: invitesLeft })}</p>
          </div>
          <FriendList friends={friends} />
        </div>
      </div>
    </Picture>
  )
}
