import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { NotProven } from '../../schema.ts'
import { refused, type Said, type useAction } from '../account/use-account-action.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { useSignOut } from '../use-sign-out.ts'

interface ProofFormProps {
  hasPassword: boolean
  action: ReturnType<typeof useAction>
  submit: string
  /** The change takes something away. */
  danger?: boolean
  onCancel: () => void
  /** Checks the other fields and shows what is wrong. Nothing is sent when it returns false. */
  isReady?: () => boolean
  act: (password: string | null) => Promise<NotProven['error'] | Said | null>
  /** Text and fields above the password. */
  children?: ReactNode
}

/** Asks for the password again before a second factor changes. An account without one must have signed in a moment ago. */
export function ProofForm({ hasPassword, action, submit, danger, onCancel, isReady, act, children }: ProofFormProps) {
  const { busy, run } = action
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const [again, setAgain] = useState(false)
  const signOut = useSignOut('/account')
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus(), [])

  const refuse = (text: string) => {
    setError(text)
    form.current?.querySelector<HTMLInputElement>('[name=current]')?.focus()
    return null
  }
  const prove = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = hasPassword ? String(new FormData(event.currentTarget).get('current')) : null
    if (password === '') refuse(m.auth_password_required())
    if (isReady?.() === false || password === '') return
    return run(async () => {
      const came = await act(password)
      if (came === 'wrong_password') return refuse(m.auth_password_wrong())
      if (came !== 'sign_in_again') return came
      setAgain(true)
      return refused(m.auth_account_again())
    })
  }
  return (
    <form ref={form} noValidate method="post" onSubmit={prove} className="mt-4 max-w-xl">
      {children}
      {hasPassword && (
        <PasswordField
          name="current"
          label={m.auth_account_password_current()}
          autoComplete="current-password"
          readOnly={busy}
          error={error}
          onInput={() => setError(undefined)}
          className="mt-3 first:mt-0"
        />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {again ? (
          <Button onClick={signOut}>{m.auth_account_sign_in_again()}</Button>
        ) : (
          <Button
            type="submit"
            busy={busy}
            aria-disabled={busy || undefined}
            className={danger ? 'bg-danger! text-paper! enabled-hover:opacity-90' : ''}
          >
            {submit}
          </Button>
        )}
        <Button variant="quiet" aria-disabled={busy || undefined} onClick={() => busy || onCancel()}>
          {m.auth_factor_cancel()}
        </Button>
      </div>
    </form>
  )
}
