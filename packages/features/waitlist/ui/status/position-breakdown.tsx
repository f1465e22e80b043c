import { formatNumber, formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { WaitlistStatus } from '../../schema.ts'

type PositionDetails = Pick<WaitlistStatus, 'position' | 'explanation' | 'invites_count' | 'invitesLeft'>

export function explanationText({ position, explanation, invites_count, invitesLeft }: PositionDetails): string {
  const locale = getLocale()
  const { joinedAs, gained, others, placesPerFriend } = explanation
  const places = (count: number) => ({ count: Math.abs(count), places: formatNumber(Math.abs(count), locale) })
  return [
    m.waitlist_status_joined_as({ place: formatOrdinal(joinedAs, locale) }),
    gained > 0 && m.waitlist_status_gained({ friends: invites_count, ...places(gained) }),
    others > 0 && m.waitlist_status_passed(places(others)),
    others < 0 && m.waitlist_status_left(places(others)),
    invitesLeft > 0 && (position === 1 ? m.waitlist_status_first() : m.waitlist_status_per_friend(places(placesPerFriend))),
  ]
    .filter(Boolean)
    .join(' ')
}

export function PositionBreakdown({ position, explanation }: PositionDetails) {
  const locale = getLocale()
  const { joinedAs, gained, others } = explanation
  const lines = [
    { id: 'joined', label: m.waitlist_status_sum_joined(), figure: formatNumber(joinedAs, locale) },
    { id: 'gained', label: m.waitlist_status_sum_gained(), figure: formatChange(-gained) },
    ...(others === 0 ? [] : [{ id: 'others', label: m.waitlist_status_sum_others(), figure: formatChange(others) }]),
  ]
  return (
    <dl aria-label={m.waitlist_status_sum()} className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
      {lines.map(({ id, label, figure }) => (
        <div key={id} className="col-span-full grid grid-cols-subgrid items-baseline">
          <dt>{label}</dt>
          <dd className="figures text-right font-display text-lg">{figure}</dd>
        </div>
      ))}
      <div className="col-span-full mt-1 grid grid-cols-subgrid items-baseline border-t border-on-deep-muted/60 pt-3 font-semibold">
        <dt>{m.waitlist_status_sum_now()}</dt>
        <dd className="figures text-right font-display text-xl text-voice-bright">{formatNumber(position, locale)}</dd>
      </div>
    </dl>
  )
}

/** Uses the minus sign, which is as wide as the plus. */
function formatChange(change: number) {
  const sign = change < 0 ? '−' : change > 0 ? '+' : ''
  return sign + formatNumber(Math.abs(change), getLocale())
}
