import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useId, useState } from 'react'
import { maxPassageLength } from '../../rules.ts'
import { LeaveQuestion } from '../frame/leave-question.tsx'

interface PassageEditorProps {
  text: string
  onSave: (text: string) => Promise<unknown>
  onCancel: () => void
}

/** The edit changes what answers; the file stays as it is. */
export function PassageEditor({ text, onSave, onCancel }: PassageEditorProps) {
  const [draft, setDraft] = useState(text)
  const [pending, setPending] = useState(false)
  const id = useId()
  const problem = !hasVisibleText(draft)
    ? m.studio_edit_empty()
    : draft.length > maxPassageLength
      ? m.studio_edit_too_long({ count: maxPassageLength })
      : null
  const save = async () => {
    if (problem !== null || pending) return
    setPending(true)
    await onSave(draft)
    setPending(false)
  }
  return (
    <form
      noValidate
      method="post"
      className="mt-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label htmlFor={id} className="sr-only">
        {m.studio_edit_label()}
      </label>
      <textarea
        id={id}
        dir="auto"
        value={draft}
        // biome-ignore lint/a11y/noAutofocus: the person opened this field
        autoFocus
        aria-invalid={problem !== null || undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        className="block min-h-40 w-full resize-y rounded-heard border border-line-strong bg-paper px-4 py-3 hover:border-ink aria-invalid:border-2 aria-invalid:border-danger"
        onChange={({ target }) => setDraft(target.value)}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        {m.studio_edit_hint()}
      </p>
      <p id={`${id}-error`} aria-live="polite" className="mt-1 text-sm font-semibold text-danger empty:hidden">
        {problem}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" busy={pending} aria-disabled={pending || undefined}>
          {m.studio_save()}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {m.studio_cancel()}
        </Button>
      </div>
      <LeaveQuestion isUnsaved={draft !== text} />
    </form>
  )
}
