import { m } from '@duo/platform/i18n/messages.ts'
import { LinkField } from '#shell/ui/sharing/link-field.tsx'
import { inviteTarget } from '../../rules.ts'
import type { Standing } from '../../schema.ts'
import { FriendSlot } from './friend-slot.tsx'
import { InviteShare } from './invite-share.tsx'

export interface InvitePanelProps {
  link: string
  position: number
  invitesLeft: number
  confirmedFriends: number
  /** Friends who confirmed, and whom a person looks at first. */
  inReview?: number
  /** To the beta: friends no longer move the member. */
  isInvited?: boolean
  compact?: boolean
}

export const standingOf = ({ referral_link, position, invitesLeft, invites_count, inReview, invitedAt }: Standing) => ({
  link: referral_link,
  position,
  invitesLeft,
  confirmedFriends: invites_count,
  inReview,
  isInvited: invitedAt !== null,
})

/** At the goal the code is used up (rules.ts, `isExhausted`), so the link is hidden. */
export function InvitePanel({
  link,
  position,
  invitesLeft,
  confirmedFriends,
  inReview = 0,
  isInvited = false,
  compact = false,
}: InvitePanelProps) {
  const isGoalReached = invitesLeft === 0
  // what friends count for no longer matters once one is in
  const isCounting = !isGoalReached && !isInvited
  const wide = compact ? '' : 'lg:col-span-6'
  return (
    <div className={`grid gap-x-8 ${compact ? 'gap-y-8' : 'items-end gap-y-10 lg:grid-cols-12'}`}>
      <div className={wide}>
        {(!compact || isGoalReached) && <Title {...{ isGoalReached, isInvited, compact }} />}
        {isCounting && (
          <>
            <FriendSlots confirmed={confirmedFriends} />
            <p className="mt-4 mb-2 text-lg font-semibold">
              {m.waitlist_invite_count({ confirmed: confirmedFriends, left: invitesLeft })}
            </p>
          </>
        )}
        {inReview > 0 && !isInvited && (
          <p className="mb-2 max-w-[46ch] font-semibold">{m.waitlist_invite_review({ count: inReview })}</p>
        )}
        <p className="max-w-[46ch] text-muted">
          {isGoalReached ? goalText(isInvited) : isInvited ? m.waitlist_invite_in_text() : inviteText(position === 1)}
        </p>
      </div>
      <div className={`min-w-0 ${wide} ${isGoalReached ? '' : 'grid gap-6'}`}>
        {isGoalReached ? (
          <FriendSlots confirmed={confirmedFriends} />
        ) : (
          <>
            <div>
              <LinkField label={m.waitlist_invite_link()} link={link} size="lg" />
            </div>
            <InviteShare link={link} />
          </>
        )}
      </div>
    </div>
  )
}

/** What an invitation does: it moves no one up who is first. */
export const inviteText = (isFirst: boolean) => (isFirst ? m.waitlist_invite_first() : m.waitlist_invite_text())

const goalText = (isInvited: boolean) => (isInvited ? m.waitlist_invite_in_goal_text() : m.waitlist_invite_goal_text())

function Title({ isGoalReached, isInvited, compact }: { isGoalReached: boolean; isInvited: boolean; compact: boolean }) {
  const waiting = isInvited ? m.waitlist_invite_in_title() : m.waitlist_invite_title()
  const text = isGoalReached ? m.waitlist_invite_goal() : waiting
  if (compact) return <h3 className="mb-2 text-xl">{text}</h3>
  return <h2 className={`font-voice max-w-[19ch] text-4xl font-[400] ${isGoalReached ? 'mb-4' : 'mb-8'}`}>{text}</h2>
}

export function FriendSlots({ confirmed }: { confirmed: number }) {
  const slots = Array.from({ length: inviteTarget }, (_, slot) => slot)
  return (
    <div aria-hidden="true" className="grid max-w-160 grid-cols-5 gap-2 sm:gap-3">
      {slots.map((slot) => (
        <FriendSlot key={slot} state={slot < confirmed ? 'confirmed' : 'empty'} className="h-auto w-full" />
      ))}
    </div>
  )
}
