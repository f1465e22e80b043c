import { Option } from '@duo/platform/browser/ui/forms/option.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type AgentPerson, persons } from '../../agent-rules.ts'
import { field, personNames } from '../agent/profile-names.ts'

interface PersonFieldProps {
  person: AgentPerson | null
  onChange: (person: AgentPerson) => void
}

/** Fragment of the address that leads to the question. */
export const personHash = 'person'

/** Whether the agent's name is a living person's. Nothing is chosen beforehand: a name must not be shared without a thought. */
export function PersonField({ person, onChange }: PersonFieldProps) {
  const isSentHere = useLocation({ select: ({ hash }) => hash === personHash })
  const group = useRef<HTMLFieldSetElement>(null)
  const wasAnswered = useRef(person !== null)
  useEffect(() => {
    if (isSentHere) group.current?.querySelector('input')?.focus()
  }, [isSentHere])
  if (person !== null) wasAnswered.current = true
  const error =
    person !== null ? null : wasAnswered.current ? m.studio_person_again() : isSentHere ? m.studio_person_required() : null
  return (
    <fieldset
      ref={group}
      id={personHash}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: only this role can be required and invalid
      role="radiogroup"
      aria-required="true"
      aria-invalid={error !== null || undefined}
      aria-describedby="person-error person-hint"
      className="scroll-mt-[calc(var(--spacing-header)+1rem)]"
    >
      <legend className="mb-2 text-sm font-semibold">{m.studio_field_person()}</legend>
      <div className="grid gap-2">
        {persons.map((one) => (
          <Option key={one} type="radio" name={field('person')} checked={person === one} onChange={() => onChange(one)}>
            {personNames[one]()}
          </Option>
        ))}
      </div>
      <p id="person-error" role="status" className="mt-2 text-sm font-semibold text-danger empty:hidden">
        {error}
      </p>
      <p id="person-hint" className="mt-2 text-sm text-muted">
        {m.studio_person_hint()}
      </p>
    </fieldset>
  )
}
