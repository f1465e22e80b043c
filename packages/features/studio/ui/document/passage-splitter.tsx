import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Fragment } from 'react'

interface PassageSplitterProps {
  text: string
  onSplit: (at: number) => Promise<unknown>
  onCancel: () => void
}

/** Offers every end of a sentence as a place to split. */
export function PassageSplitter({ text, onSplit, onCancel }: PassageSplitterProps) {
  const sentences = sentencesOf(text)
  return (
    <div className="mt-2">
      <p>
        {sentences.map(({ start, sentence }, index) => (
          <Fragment key={start}>
            {index > 0 && (
              <button
                type="button"
                className="my-1 block min-h-touch w-full rounded-heard border border-dashed border-line-strong px-3 text-left text-sm font-semibold hover:border-overlap hover:bg-paper-sunk"
                onClick={() => void onSplit(start)}
              >
                {m.studio_split_here()}
              </button>
            )}
            <span className="whitespace-pre-line wrap-anywhere">{sentence}</span>
          </Fragment>
        ))}
      </p>
      {sentences.length < 2 && <p className="mt-2 text-sm text-muted">{m.studio_split_none()}</p>}
      <Button variant="quiet" className="mt-3" onClick={onCancel}>
        {m.studio_cancel()}
      </Button>
    </div>
  )
}

function sentencesOf(text: string): { start: number; sentence: string }[] {
  const starts = [0, ...[...text.matchAll(/[.!?…:]["”»)]*\s+|\n+/g)].map(({ index, 0: end }) => index + end.length)]
  const kept = starts.filter((start) => start < text.length)
  return kept.map((start, index) => ({ start, sentence: text.slice(start, kept[index + 1]) }))
}
