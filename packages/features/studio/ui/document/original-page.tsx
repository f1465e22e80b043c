import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { useEffect, useRef } from 'react'
import { clockOf, placeText } from '../../place-text.ts'
import type { StudioPassage } from '../../schema.ts'

/** Passages before and after the chosen one, where a document has no pages. */
const neighbours = 3

interface OriginalPageProps {
  passages: readonly StudioPassage[]
  chosen: StudioPassage
  /** Of the document. */
  language: Locale | null
}

/** The text as it was read from the file, with the chosen passage marked: of its page, or of the minutes or lines around it. */
export function OriginalPage({ passages, chosen, language }: OriginalPageProps) {
  const mark = useRef<HTMLDivElement>(null)
  const shown = around(passages, chosen)
  useEffect(() => {
    if (chosen.id !== '') mark.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen.id])
  const lang = language ?? undefined
  const title = shown[0]?.headings.at(-1)
  return (
    <figure>
      <figcaption className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-semibold wrap-anywhere">{placeText(chosen) ?? m.studio_original()}</span>
        <span className="text-muted">{m.studio_original_marked()}</span>
      </figcaption>
      <section
        className="max-h-[70svh] overflow-y-auto rounded-heard bg-paper-raised p-6 shadow-lift"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        aria-label={m.studio_original()}
      >
        {title !== undefined && (
          <p lang={lang} className="mb-3 font-voice text-xl font-[560] wrap-anywhere">
            {title}
          </p>
        )}
        {shown.map((passage) => {
          const isChosen = passage.id === chosen.id
          return (
            <div key={passage.id} ref={isChosen ? mark : undefined} className="mb-3">
              {passage.second !== null && <p className="figures text-xs text-muted">{clockOf(passage.second)}</p>}
              {passage.originals.map((text) => (
                <p key={text} lang={lang} className="font-voice whitespace-pre-line wrap-anywhere">
                  {isChosen ? <mark className="bg-voice-bright text-on-bright">{text}</mark> : text}
                </p>
              ))}
            </div>
          )
        })}
      </section>
    </figure>
  )
}

function around(passages: readonly StudioPassage[], chosen: StudioPassage): readonly StudioPassage[] {
  const { page } = chosen
  if (page !== null)
    return passages.filter(
      (passage) => passage.page !== null && passage.page <= page && (passage.lastPage ?? passage.page) >= page,
    )
  const at = passages.findIndex(({ id }) => id === chosen.id)
  return passages.slice(Math.max(0, at - neighbours), at + neighbours + 1)
}
