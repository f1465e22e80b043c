import { useLazyComponent } from '@duo/platform/browser/parts/use-lazy-component.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { createContext, useContext, useRef, useState } from 'react'
import type { Source } from '../../schema.ts'

/** Null while the text grows and its sources are not known yet. */
export const CitedSources = createContext<readonly Source[] | null>([])

/** Opens a source in the page's own way instead of in a dialog. */
export const OpenSource = createContext<((source: Source, button: HTMLElement) => void) | null>(null)

/** Loads tooltip and dialog when the number is pressed, hovered or focused. */
export function Citation({ number }: { number: number }) {
  const source = useContext(CitedSources)?.[number - 1]
  const openSource = useContext(OpenSource)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [Details, load] = useLazyComponent(async () => (await import('./citation-details.tsx')).CitationDetails)
  if (!source) return <sup className="px-0.5 text-[0.7em] font-semibold text-muted">{number}</sup>
  const opensDialog = openSource === null && source.text !== undefined
  return (
    <>
      <button
        ref={button}
        type="button"
        data-citation
        aria-label={m.chat_citation({ number })}
        aria-haspopup={openSource || opensDialog ? 'dialog' : undefined}
        onPointerEnter={() => load()}
        onFocus={() => load()}
        onClick={({ currentTarget }) => {
          load(() => setOpen(false))
          if (openSource) openSource(source, currentTarget)
          else setOpen(opensDialog)
        }}
        className="-mx-1 -my-1 inline-grid h-6 min-w-6 place-items-center rounded-full align-[0.25em] text-[0.7em] leading-none font-bold text-link no-underline hover:bg-paper-sunk"
      >
        {number}
      </button>
      {Details && button.current && (
        <Details
          source={source}
          button={button.current}
          opensOnPress={openSource === null && !opensDialog}
          isOpen={opensDialog && isOpen}
          onOpenChange={setOpen}
        />
      )}
    </>
  )
}
