import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useState } from 'react'

/** Counting animation: duration and delay in ms, and how far above the position it starts: never a better place than the true one. */
const rollDurationMs = 250
const rollDelayMs = 250
const rollFrom = 24

/** Animates a visual copy only; assistive technology reads the sentence once. Static with reduced motion. */
export function PositionText({ position }: { position: number }) {
  const displayedPosition = useCountDown(position)
  const locale = getLocale()
  return (
    <>
      <span className="sr-only">{m.waitlist_joined_position({ position: formatOrdinal(position, locale) })}</span>
      <span aria-hidden="true">
        <PlaceSentence place={formatOrdinal(displayedPosition, locale)} />
      </span>
    </>
  )
}

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

function useCountDown(target: number): number {
  const [displayedValue, setDisplayedValue] = useState(target)
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setDisplayedValue(target)
      return
    }
    const from = target + rollFrom
    const start = performance.now() + rollDelayMs
    setDisplayedValue(from)
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - start) / rollDurationMs))
      setDisplayedValue(Math.round(from + (target - from) * (1 - (1 - part) ** 3)))
      if (part < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])
  return displayedValue
}
