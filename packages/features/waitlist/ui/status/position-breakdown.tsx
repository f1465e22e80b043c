import { formatNumber, formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { invitedAheadMax, placesToGain } from '../../rules.ts'
import type { WaitlistStatus } from '../../schema.ts'
import { friendText } from './history-list.tsx'

type PositionDetails = Pick<
  WaitlistStatus,
  'position' | 'explanation' | 'history' | 'invites_count' | 'invitesLeft' | 'invitedAhead'
>

export function explanationText(status: PositionDetails): string {
  const { position, explanation, history, invites_count, invitesLeft } = status
  const locale = getLocale()
  const { joinedAs, gained, others } = explanation
  const newest = history.find((event) => event.kind === 'friend_counted')
  return [
    m.waitlist_status_joined_as({ place: formatOrdinal(joinedAs, locale) }),
    gained > 0 && m.waitlist_status_gained({ friends: invites_count, ...places(gained) }),
    newest && newest.to >= newest.from && friendText(newest),
    others > 0 && m.waitlist_status_passed(places(others)),
    others < 0 && m.waitlist_status_left(places(others)),
    invitedAheadText(status),
    invitesLeft > 0 &&
      // no place to gain among those who are invited
      !(position > 1 && status.invitedAhead === position - 1) &&
      (position === 1 ? m.waitlist_status_first() : m.waitlist_status_per_friend(places(placesToGain(position)))),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The list keeps the places of those who are invited: without this, the next in line would not know it. */
function invitedAheadText({ position, invitedAhead }: PositionDetails) {
  if (invitedAhead === 0) return null
  const people = { count: invitedAhead, people: formatNumber(invitedAhead, getLocale()) }
  if (invitedAhead === position - 1) return m.waitlist_status_ahead_all(people)
  return invitedAhead < invitedAheadMax ? m.waitlist_status_ahead(people) : m.waitlist_status_ahead_many(people)
}

export function PositionBreakdown({ position, explanation }: Pick<PositionDetails, 'position' | 'explanation'>) {
  const locale = getLocale()
  const { joinedAs, gained, others } = explanation
  const lines = [
    { id: 'joined', label: m.waitlist_status_sum_joined(), figure: formatOrdinal(joinedAs, locale) },
    { id: 'gained', label: m.waitlist_status_sum_gained(), figure: placesText(gained) },
    { id: 'passed', label: m.waitlist_status_sum_passed(), figure: placesText(others) },
    { id: 'left', label: m.waitlist_status_sum_left(), figure: placesText(-others) },
  ]
  return (
    <dl aria-label={m.waitlist_status_sum()} className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
      {lines.map(
        ({ id, label, figure }) =>
          figure !== null && (
            <div key={id} className="col-span-full grid grid-cols-subgrid items-baseline">
              <dt>{label}</dt>
              <dd className="figures text-right font-display text-lg">{figure}</dd>
            </div>
          ),
      )}
      <div className="col-span-full mt-1 grid grid-cols-subgrid items-baseline border-t border-on-deep-muted/60 pt-3 font-semibold">
        <dt>{m.waitlist_status_sum_now()}</dt>
        <dd className="figures text-right font-display text-xl text-voice-bright">{formatOrdinal(position, locale)}</dd>
      </div>
    </dl>
  )
}

const places = (count: number) => ({ count: Math.abs(count), places: formatNumber(Math.abs(count), getLocale()) })

/** Null for what did not happen. */
const placesText = (count: number) => (count > 0 ? m.waitlist_status_places(places(count)) : null)
