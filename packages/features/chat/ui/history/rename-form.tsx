import { isComposing } from '@duo/platform/browser/input/enter-key.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { titleMaxLength } from '../../rules.ts'

interface RenameFormProps {
  title: string
  busy: boolean
  onSave: (title: string) => void
  onCancel: () => void
}

/** Escape cancels; a title that is empty or as before is not saved. */
export function RenameForm({ title, busy, onSave, onCancel }: RenameFormProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = field.current?.value.trim() ?? ''
    if (!hasVisibleText(typed) || typed === title) return onCancel()
    onSave(typed)
  }
  return (
    <form onSubmit={save} data-own-escape onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onCancel()}>
      <label className="block">
        <span className="mb-1 block text-sm font-semibold">{m.chat_history_rename_label()}</span>
        <input
          ref={field}
          defaultValue={title}
          maxLength={titleMaxLength}
          className="min-h-touch w-full rounded-heard border border-line-strong bg-paper-raised px-4"
        />
      </label>
      <div className="mt-2 flex justify-end gap-2">
        <Button variant="plain" onClick={onCancel}>
          {m.chat_history_rename_cancel()}
        </Button>
        <Button type="submit" busy={busy}>
          {m.chat_history_rename_save()}
        </Button>
      </div>
    </form>
  )
}
