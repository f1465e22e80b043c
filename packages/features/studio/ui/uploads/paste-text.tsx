import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useId, useRef, useState } from 'react'
import { maxNameLength } from '../../rules.ts'
import { LeaveQuestion } from '../frame/leave-question.tsx'
import type { NamedFile } from './dropped-files.ts'

/** A pasted text becomes a file like any other: it has a name, passages and versions. */
export function PasteText({ onText }: { onText: (file: NamedFile) => void }) {
  const [text, setText] = useState('')
  const [title, setTitle] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const submit = () => {
    if (!hasVisibleText(text)) {
      setEmpty(true)
      area.current?.focus()
      return
    }
    const name = `${(title.trim() || m.studio_paste_name()).replace(/[/\\]/g, '-')}.txt`
    onText({ name, file: new File([text], name, { type: 'text/plain' }) })
  }
  return (
    <form
      noValidate
      method="post"
      className="mt-6 grid gap-4 border-t border-line pt-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field
        label={m.studio_paste_title()}
        value={title}
        maxLength={maxNameLength - 4}
        autoComplete="off"
        onChange={({ target }) => setTitle(target.value)}
      />
      <div>
        <label htmlFor={id} className="mb-2 block text-sm font-semibold">
          {m.studio_paste_text()}
        </label>
        <textarea
          ref={area}
          id={id}
          dir="auto"
          value={text}
          aria-invalid={isEmpty || undefined}
          aria-describedby={`${id}-error`}
          className="block min-h-40 w-full resize-y rounded-heard border border-line-strong bg-paper px-5 py-4 text-base hover:border-ink aria-invalid:border-2 aria-invalid:border-danger"
          onChange={({ target }) => {
            setText(target.value)
            setEmpty(false)
          }}
        />
        <p id={`${id}-error`} aria-live="polite" className="mt-2 text-sm font-semibold text-danger empty:hidden">
          {isEmpty ? m.studio_paste_empty() : null}
        </p>
      </div>
      <Button type="submit" className="justify-self-start">
        {m.studio_paste_add()}
      </Button>
      <LeaveQuestion isUnsaved={hasVisibleText(text)} />
    </form>
  )
}
