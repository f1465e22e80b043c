import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'

/** The true place from its first frame: a figure that counts tells a wrong one. */
export const PositionText = ({ position }: { position: number }) => <PlaceSentence place={formatOrdinal(position, getLocale())} />

export function PlaceSentence({ place }: { place: string }) {
  const [before = '', after = ''] = m.waitlist_joined_position({ position: '\n' }).split('\n')
  return (
    <span>
      {before}
      <span className="figures font-[680] text-voice-bright">{place}</span>
      {after}
    </span>
  )
}
