import { m } from '@duo/platform/i18n/messages.ts'
import { inviteTarget } from '../../rules.ts'
import { FriendPlace } from './friend-slot.tsx'
import { InviteLink } from './invite-link.tsx'
import { InviteShare } from './invite-share.tsx'

interface InvitePanelProps {
  /** The member's referral link. */
  link: string
  /** Friends still to confirm until priority access. */
  invitesLeft: number
  /** Friends who confirmed. */
  confirmedFriends: number
  /** In one column and without a heading, for a dialog that has its own. */
  compact?: boolean
}

/**
 * The five places for friends, the link that fills them and the ways to pass it on. Once the goal is reached the code is used up
 * (rules.ts, `isExhausted`), so the link is no longer offered.
 */
export function InvitePanel({ link, invitesLeft, confirmedFriends, compact = false }: InvitePanelProps) {
  const reached = invitesLeft === 0
  const wide = compact ? '' : 'lg:col-span-6'
  return (
    <div className={`grid gap-x-8 ${compact ? 'gap-y-8' : 'items-end gap-y-10 lg:grid-cols-12'}`}>
      <div className={wide}>
        {(!compact || reached) && <Title reached={reached} compact={compact} />}
        {!reached && (
          <>
            <Places taken={confirmedFriends} />
            <p className="mt-4 mb-2 text-lg font-semibold">
              {m.waitlist_invite_count({ confirmed: confirmedFriends, left: invitesLeft })}
            </p>
          </>
        )}
        <p className="max-w-[46ch] text-muted">{reached ? m.waitlist_invite_goal_text() : m.waitlist_invite_text()}</p>
      </div>
      <div className={`min-w-0 ${wide} ${reached ? '' : 'grid gap-6'}`}>
        {reached ? (
          <Places taken={confirmedFriends} />
        ) : (
          <>
            <InviteLink link={link} />
            <InviteShare link={link} />
          </>
        )}
      </div>
    </div>
  )
}

function Title({ reached, compact }: { reached: boolean; compact: boolean }) {
  const text = reached ? m.waitlist_invite_goal() : m.waitlist_invite_title()
  // a dialog has a title of its own above it
  if (compact) return <h3 className="mb-2 text-xl">{text}</h3>
  return <h2 className={`font-voice max-w-[19ch] text-4xl font-[400] ${reached ? 'mb-4' : 'mb-8'}`}>{text}</h2>
}

function Places({ taken }: { taken: number }) {
  const places = Array.from({ length: inviteTarget }, (_, place) => place)
  return (
    <div aria-hidden="true" className="grid max-w-160 grid-cols-5 gap-2 sm:gap-3">
      {places.map((place) => (
        <FriendPlace key={place} state={place < taken ? 'taken' : 'free'} className="h-auto w-full" />
      ))}
    </div>
  )
}
