import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactNode, RefObject } from 'react'

interface EndProps {
  heading: RefObject<HTMLHeadingElement | null>
  invites: ReactNode
  onClose: () => void
}

interface PlaceProps {
  position: number | undefined
}

export function FollowUpWelcome({ position, ...end }: EndProps & PlaceProps) {
  const title = position === undefined ? m.survey_welcome_heading() : placeText(position)
  return <End title={title} text={m.survey_welcome_text()} {...end} />
}

export function FollowUpThanks({ position, confirmed, ...end }: EndProps & PlaceProps & { confirmed: boolean }) {
  const place = position === undefined ? '' : `${placeText(position)}. `
  const next = confirmed ? m.survey_thanks_text() : m.survey_thanks_confirm()
  return <End title={m.survey_thanks_title()} text={place + next} {...end} />
}

export const placeText = (position: number) => m.survey_welcome_position({ position: formatOrdinal(position, getLocale()) })

export function PositionMark({ position }: { position: number }) {
  return (
    <p aria-hidden="true" className="font-voice figures text-5xl font-[300] text-voice-bright">
      {formatOrdinal(position, getLocale())}
    </p>
  )
}

function End({ title, text, heading, invites, onClose }: EndProps & { title: string; text: string }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-8 pb-8 md:px-10 md:pt-16 short:overflow-visible">
        <div className="animate-rise">
          <h3 ref={heading} tabIndex={-1} className="max-w-[22ch] text-2xl md:text-3xl">
            {title}
          </h3>
          <p className="mt-3 max-w-[44ch] text-muted">{text}</p>
          <div className="mt-8">{invites}</div>
        </div>
      </div>
      <div className="flex flex-none border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:justify-end md:px-10 md:pb-6">
        <Button size="lg" variant="quiet" className="flex-1 md:min-w-44 md:flex-none" onClick={onClose}>
          {m.survey_close()}
        </Button>
      </div>
    </div>
  )
}
