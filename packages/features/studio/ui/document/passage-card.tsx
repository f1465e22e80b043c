import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import { useState } from 'react'
import { placeText } from '../../place-text.ts'
import type { StudioPassage } from '../../schema.ts'
import { PassageEditor } from './passage-editor.tsx'
import { PassageSplitter } from './passage-splitter.tsx'
import type { RunChange } from './use-passages.ts'

interface PassageCardProps {
  passage: StudioPassage
  /** Of the document. */
  language: Locale | null
  isChosen: boolean
  onChoose: () => void
  onShowPage: () => void
  run: RunChange
}

/** A passage with its place, and what can be done with it. */
export function PassageCard({ passage, language, isChosen, onChoose, onShowPage, run }: PassageCardProps) {
  const { id, text, question, hidden, isEdited } = passage
  const [mode, setMode] = useState<'read' | 'edit' | 'split'>('read')
  const place = placeText(passage)
  const lang = language ?? undefined
  const close = () => setMode('read')
  const marks = [...(hidden ? [m.studio_mark_hidden()] : []), ...(isEdited ? [m.studio_mark_edited()] : [])]
  return (
    <li
      {...(isChosen && { 'data-chosen': '' })}
      className={`rounded-heard border p-4 ${isChosen ? 'border-overlap shadow-[inset_3px_0_0_var(--color-overlap)]' : 'border-line'} ${hidden ? 'bg-paper-sunk' : 'bg-paper-raised'}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-sm font-semibold">
          <button type="button" aria-pressed={isChosen} className="min-h-touch text-left wrap-anywhere" onClick={onChoose}>
            {place ?? m.studio_passage()}
          </button>
        </p>
        <p className="text-sm text-muted empty:hidden">{marks.join(', ')}</p>
      </div>
      {passage.headings.length > 0 && (
        <p lang={lang} className="text-sm text-muted wrap-anywhere">
          {passage.headings.join(' › ')}
        </p>
      )}
      {question !== null && (
        <p lang={lang} className="mt-2 font-semibold wrap-anywhere">
          {question}
        </p>
      )}
      {mode === 'edit' ? (
        <PassageEditor
          text={text}
          onCancel={close}
          onSave={async (changed) =>
            (await run((studio) => studio.editPassage.mutate({ id, text: changed, before: text }))) && close()
          }
        />
      ) : mode === 'split' ? (
        <PassageSplitter
          text={text}
          onCancel={close}
          onSplit={async (at) => (await run((studio) => studio.splitPassage.mutate({ id, at }))) && close()}
        />
      ) : (
        <p lang={lang} className={`mt-2 whitespace-pre-line wrap-anywhere ${hidden ? 'text-muted' : ''}`}>
          {text}
        </p>
      )}
      {hidden && mode === 'read' && <p className="mt-2 text-sm text-muted">{m.studio_hidden_hint()}</p>}
      {mode === 'read' && isChosen && (
        <div className="mt-3 flex flex-wrap gap-x-1">
          <Button variant="plain" onClick={() => setMode('edit')}>
            {m.studio_edit()}
          </Button>
          <Button variant="plain" onClick={() => void run((studio) => studio.hidePassage.mutate({ id, hidden: !hidden }))}>
            {hidden ? m.studio_show_again() : m.studio_hide()}
          </Button>
          <Button variant="plain" onClick={() => setMode('split')}>
            {m.studio_split()}
          </Button>
          <Button variant="plain" onClick={() => void run((studio) => studio.mergePassage.mutate({ id }))}>
            {m.studio_merge()}
          </Button>
          <Button variant="plain" className="lg:hidden" onClick={onShowPage}>
            {m.studio_original()}
          </Button>
        </div>
      )}
    </li>
  )
}
