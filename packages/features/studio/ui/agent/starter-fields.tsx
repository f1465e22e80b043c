import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { CloseIcon } from '@duo/platform/browser/ui/icons.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRef, useState } from 'react'
import { maxStarterLength, maxStarters } from '../../agent-rules.ts'
import type { ProfileFieldsProps } from './profile-names.ts'

/** Questions to begin with: written, or taken over from those that the documents' headings suggest. */
export function StarterFields({ profile, onChange, proposed }: ProfileFieldsProps & { proposed: readonly string[] }) {
  const { starters } = profile
  // the field that a press has added
  const [added, setAdded] = useState<number | null>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  const left = proposed.filter((text) => !starters.includes(text))
  const hasRoom = starters.length < maxStarters
  const set = (changed: string[]) => onChange({ starters: changed })
  const add = (text: string) => {
    setAdded(starters.length)
    set([...starters, text])
  }
  const remove = (place: number) => {
    setAdded(null)
    set(starters.filter((_, index) => index !== place))
    // the button with the focus goes away
    group.current?.focus()
  }
  return (
    <fieldset ref={group} tabIndex={-1}>
      <legend className="text-sm font-semibold">{m.studio_field_starters()}</legend>
      <p className="mt-1 mb-2 text-sm text-muted">{m.studio_starters_hint({ count: maxStarters })}</p>
      <ul className="grid gap-2">
        {starters.map((text, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field keeps its place while its text changes
          <li key={place} className="flex gap-1">
            <input
              aria-label={m.studio_starter_label({ number: place + 1 })}
              dir="auto"
              value={text}
              maxLength={maxStarterLength}
              autoComplete="off"
              // biome-ignore lint/a11y/noAutofocus: the pressed button may go away
              autoFocus={place === added}
              className="min-h-touch w-full min-w-0 rounded-heard border border-line-strong bg-paper-raised px-4 hover:border-ink"
              onChange={({ target }) => set(starters.map((before, index) => (index === place ? target.value : before)))}
            />
            <button
              type="button"
              aria-label={m.studio_starter_remove({ number: place + 1 })}
              className="grid size-touch flex-none place-items-center rounded-full hover:bg-paper-sunk"
              onClick={() => remove(place)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      {hasRoom && left.length > 0 && (
        <>
          <p className="mt-3 mb-2 text-sm">{m.studio_starters_proposed()}</p>
          <ul className="flex flex-wrap gap-2">
            {left.map((text) => (
              <li key={text} className="min-w-0">
                <button
                  type="button"
                  className="min-h-touch rounded-voice border border-dashed border-line-strong px-4 py-2 text-left text-sm wrap-anywhere hover:border-ink hover:bg-paper-sunk"
                  onClick={() => add(text)}
                >
                  {text}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {hasRoom && (
        <Button variant="plain" className="mt-2" onClick={() => add('')}>
          {m.studio_starter_add()}
        </Button>
      )}
    </fieldset>
  )
}
