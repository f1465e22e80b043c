import { Tooltip } from '@duo/platform/browser/ui/overlays/tooltip.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { createContext, useContext } from 'react'
import type { Source } from '../../schema.ts'

/** Null while the text grows and its sources are not known yet. */
export const CitedSources = createContext<readonly Source[] | null>([])

export function Citation({ number }: { number: number }) {
  const source = useContext(CitedSources)?.[number - 1]
  if (!source) return <sup className="px-0.5 text-[0.7em] font-semibold text-muted">{number}</sup>
  const content = (
    <>
      <span className="block font-semibold">{source.title}</span>
      <span className="block text-muted">{source.source}</span>
    </>
  )
  return (
    <Tooltip content={content}>
      <button
        type="button"
        data-citation
        aria-label={m.chat_citation({ number })}
        className="-mx-1 -my-1 inline-grid h-6 min-w-6 place-items-center rounded-full align-[0.25em] text-[0.7em] leading-none font-bold text-link no-underline hover:bg-paper-sunk"
      >
        {number}
      </button>
    </Tooltip>
  )
}
