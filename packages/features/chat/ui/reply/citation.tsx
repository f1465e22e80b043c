import { useLazyDialog } from '@duo/platform/browser/parts/use-lazy-dialog.ts'
import { Tooltip } from '@duo/platform/browser/ui/overlays/tooltip.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { createContext, useContext } from 'react'
import type { Source } from '../../schema.ts'

/** Null while the text grows and its sources are not known yet. */
export const CitedSources = createContext<readonly Source[] | null>([])

/** Opens a source in the page's own way instead of in a dialog. */
export const OpenSource = createContext<((source: Source, button: HTMLElement) => void) | null>(null)

export function Citation({ number }: { number: number }) {
  const source = useContext(CitedSources)?.[number - 1]
  const openSource = useContext(OpenSource)
  const { Dialog, button, dialog } = useLazyDialog(async () => (await import('./citation-dialog.tsx')).CitationDialog)
  if (!source) return <sup className="px-0.5 text-[0.7em] font-semibold text-muted">{number}</sup>
  const opensDialog = openSource === null && source.text !== undefined
  const content = (
    <>
      <span className="block font-semibold">{source.title}</span>
      <span className="block text-muted">{source.source}</span>
    </>
  )
  return (
    <>
      <Tooltip content={content} opensOnPress={openSource === null && !opensDialog}>
        <button
          {...(opensDialog ? button : openSource && { 'aria-haspopup': 'dialog' })}
          type="button"
          data-citation
          aria-label={m.chat_citation({ number })}
          onClick={({ currentTarget }) => (openSource ? openSource(source, currentTarget) : opensDialog && button.onClick())}
          className="-mx-1 -my-1 inline-grid h-6 min-w-6 place-items-center rounded-full align-[0.25em] text-[0.7em] leading-none font-bold text-link no-underline hover:bg-paper-sunk"
        >
          {number}
        </button>
      </Tooltip>
      {opensDialog && Dialog && <Dialog source={source} {...dialog} />}
    </>
  )
}
