import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { EmailField } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { linkInput } from '../../schema.ts'
import { useSendLink } from './use-send-link.tsx'

const field: FieldOf<typeof linkInput> = (name) => name

export function SendLinkForm() {
  const { state, pending, run: send } = useSendLink()
  const [email, setEmail] = useState('')
  const [invalid, setInvalid] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLParagraphElement>(null)
  const done = state === 'done' || state === 'queued'

  useEffect(() => {
    if (done) result.current?.focus()
    else if (state === 'failed') input.current?.focus()
  }, [state, done])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const normalizedEmail = normalizeEmail(email)
    setInvalid(normalizedEmail === null)
    if (normalizedEmail === null) return input.current?.focus()
    setEmail(normalizedEmail)
    await send(normalizedEmail)
  }
  if (done)
    return (
      <p ref={result} tabIndex={-1} role="status" className="max-w-[42ch] text-lg wrap-anywhere">
        {state === 'done' ? m.waitlist_status_sent({ email }) : m.waitlist_status_sent_later()}
      </p>
    )
  return (
    <form noValidate onSubmit={submit} className="[--field-error:var(--color-on-deep)]">
      <EmailField
        ref={input}
        label={m.waitlist_form_label()}
        name={field('email')}
        placeholder={m.waitlist_form_placeholder()}
        value={email}
        readOnly={pending}
        onChange={(event) => {
          setEmail(event.target.value)
          setInvalid(false)
        }}
        error={invalid ? m.waitlist_form_invalid() : state === 'failed' ? m.waitlist_status_send_failed() : undefined}
        beside={
          <Button type="submit" variant="bright" size="lg" busy={pending} disabled={pending || invalid}>
            {pending ? m.waitlist_form_sending() : m.waitlist_status_send()}
          </Button>
        }
      />
    </form>
  )
}
