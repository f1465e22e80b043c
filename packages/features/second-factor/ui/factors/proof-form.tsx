import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import type { FormValues } from '#auth/ui/fields/form-values.ts'
import { PasswordField } from '#auth/ui/fields/password-field.tsx'
import { useSignOut } from '#auth/ui/sign-out/use-sign-out.ts'
import type { ReauthenticationError } from '../../schema.ts'
import { type ActionResult, failureResult, type useAccountAction } from '../fresh-factor/use-account-action.tsx'

const field: NameOf<FormValues> = (name) => name

interface ProofFormProps {
  hasPassword: boolean
  action: ReturnType<typeof useAccountAction>
  submit: string
  danger?: boolean
  onCancel: () => void
  isReady?: () => boolean
  act: (password: string | null) => Promise<ReauthenticationError['error'] | ActionResult | null>
  /** No bare text, which the password field could not follow in a translated page. */
  children?: ReactElement | readonly ReactElement[] | '' | null
}

/** Asks for the password before a factor changes. An account without one requires a recent sign-in. */
export function ProofForm({ hasPassword, action, submit, danger, onCancel, isReady, act, children }: ProofFormProps) {
  const { busy, run, clear } = action
  const form = useRef<HTMLFormElement>(null)
  const [error, setError] = useState<string>()
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const signOut = useSignOut('/account')
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button[type=submit]')?.focus(), [])

  const showError = (text: string) => {
    setError(text)
    form.current?.querySelector<HTMLInputElement>(`[name=${field('current')}]`)?.focus()
    return null
  }
  const submitProof = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = hasPassword ? String(new FormData(event.currentTarget).get(field('current'))) : null
    if (password === '') showError(m.auth_password_required())
    if (isReady?.() === false || password === '') return clear()
    return run(async () => {
      const result = await act(password)
      if (result === 'wrong_password') return showError(m.auth_password_wrong())
      if (result !== 'sign_in_again') return result
      setNeedsSignIn(true)
      return failureResult(m.auth_account_again())
    })
  }
  return (
    <form ref={form} noValidate method="post" onSubmit={submitProof} onInput={clear} className="mt-4 max-w-xl">
      {children}
      {hasPassword && (
        <PasswordField
          name={field('current')}
          label={m.auth_account_password_current()}
          autoComplete="current-password"
          readOnly={busy}
          error={error}
          onInput={() => setError(undefined)}
          className="mt-3 first:mt-0"
        />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {needsSignIn ? (
          <Button onClick={signOut}>{m.auth_account_sign_in_again()}</Button>
        ) : (
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy} aria-disabled={busy || undefined}>
            {submit}
          </Button>
        )}
        <Button variant="quiet" aria-disabled={busy || undefined} onClick={() => busy || onCancel()}>
          {m.second_factor_cancel()}
        </Button>
      </div>
    </form>
  )
}
