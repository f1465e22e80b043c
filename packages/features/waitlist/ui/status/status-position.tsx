import { localDate } from '@duo/platform/browser/local-date.tsx'
import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { MotifTexture } from '@duo/platform/browser/ui/motif/motif-texture.tsx'
import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { MembershipStatus, WaitlistStatus } from '../../schema.ts'
import { explanationText, PositionBreakdown } from './position-breakdown.tsx'
import { PositionText } from './position-text.tsx'

/** Fits on one line, from 14th to 1,048,576th. */
const figureSize = (position: number) => {
  const { length } = formatOrdinal(position, getLocale())
  if (length <= 5) return '[--place-size:clamp(7rem,3.5rem+14vw,15rem)]'
  return length <= 8 ? '[--place-size:clamp(4.5rem,2rem+9vw,10rem)]' : '[--place-size:clamp(3rem,1.4rem+6.4vw,7rem)]'
}

interface StatusPositionProps {
  status: WaitlistStatus | MembershipStatus
  justConfirmed?: boolean
}

export function StatusPosition({ status, justConfirmed = false }: StatusPositionProps) {
  const details = 'explanation' in status ? status : null
  const waits = status.confirmed && (details?.invitedAt ?? null) === null
  return (
    <section data-ground="deep" aria-labelledby="place" className="relative overflow-clip pt-header">
      <MotifTexture width={1440} height={720} person={{ x: 250, y: 640, r: 420 }} agent={{ x: 1180, y: 120, r: 420 }} />
      <div className="page-column relative grid items-end gap-x-8 gap-y-12 pt-12 pb-16 lg:grid-cols-12 lg:pt-20 lg:pb-24">
        <div className="min-w-0 lg:col-span-7">
          {justConfirmed && <Confirmed />}
          <h1
            id="place"
            className={`font-voice text-2xl font-[400] [&_.figures]:my-[0.06em] [&_.figures]:-ml-[0.03em] [&_.figures]:block [&_.figures]:text-(length:--place-size) [&_.figures]:leading-[0.9] [&_.figures]:whitespace-nowrap ${figureSize(status.position)}`}
          >
            <PositionText position={status.position} />
          </h1>
          <p className="mt-6 wrap-anywhere text-on-deep-muted">
            {details ? m.waitlist_status_since({ email: status.email, date: localDate(details.joinedAt) }) : status.email}
          </p>
          {waits && (
            <p className="mt-3 max-w-[44ch] text-lg leading-snug">
              {details?.mails === false ? m.waitlist_status_mails_off_text() : m.waitlist_member_confirmed()}
            </p>
          )}
        </div>
        {details && (
          <div className="lg:col-span-5">
            <p className="mb-8 max-w-[44ch] text-lg leading-snug">{explanationText(details)}</p>
            <PositionBreakdown {...details} />
          </div>
        )}
      </div>
    </section>
  )
}

function Confirmed() {
  return (
    <p className="mb-10 flex items-center gap-4 text-lg font-semibold">
      <Logo animated className="h-10 w-auto flex-none [--mark-person:var(--color-on-deep)]" />
      {m.waitlist_confirm_done()}
    </p>
  )
}
