import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { clearUnsentText, resetClientState } from '#auth/ui/auth-client.ts'
import type { FormValues } from '#auth/ui/fields/form-values.ts'
import { PasswordField } from '#auth/ui/fields/password-field.tsx'
import { valuesOf } from '#auth/ui/fields/use-auth-form.ts'
import { useSignOut } from '#auth/ui/sign-out/use-sign-out.ts'
import { failureCode, isSignedOut } from '#auth/ui/trpc-errors.ts'
import { ActionMessage, failureResult, useAccountAction } from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import type { Account } from '../../schema.ts'

const field: NameOf<FormValues> = (name) => name

export interface DeleteAccountProps {
  account: Account
  /** `gone` is false when the session ended without a response that confirms the deletion. */
  onErased: (gone: boolean) => void
}

interface DeleteAccountDialogProps extends DeleteAccountProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function DeleteAccountDialog({ account, onErased, open, onOpenChange, returnFocusTo }: DeleteAccountDialogProps) {
  const { busy, result, run, api } = useAccountAction()
  const signOutAndReturn = useSignOut('/account')
  const [error, setError] = useState<string>()
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const hasLostResponse = useRef(false)
  const consequences = [m.account_erase_profile(), m.account_erase_waitlist(), m.account_erase_mail()]

  const showError = (text: string) => {
    setError(text)
    form.current?.querySelector('input')?.focus()
    return null
  }
  const requestErasure = async (password: string | null) => {
    try {
      return { ...(await (await api()).auth.erase.mutate({ password })), gone: true }
    } catch (failure) {
      // a deletion with a lost response ends the session, but so do other actions
      if (hasLostResponse.current && isSignedOut(failure)) return { error: null, gone: false }
      hasLostResponse.current ||= failureCode(failure) === undefined
      throw failure
    }
  }
  const erase = (event: FormEvent<HTMLFormElement>) => {
    const { current } = valuesOf(event)
    if (account.hasPassword && current === '') return showError(m.auth_password_required())
    return run(async () => {
      const { error, gone } = await requestErasure(account.hasPassword ? current : null)
      if (error === 'wrong_password') return showError(m.auth_password_wrong())
      if (error === 'sign_in_again') {
        setNeedsSignIn(true)
        return failureResult(m.auth_account_again())
      }
      // the account has gone, whether or not the server still answers
      clearUnsentText()
      await resetClientState()
      onErased(gone)
      return null
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => busy || onOpenChange(next)}
      title={m.account_erase_title()}
      description={m.account_erase_what({ email: account.user.email })}
      closeLabel={m.account_erase_close()}
      returnFocusTo={returnFocusTo}
    >
      <ul className="grid list-disc gap-2 pl-5">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <form ref={form} noValidate method="post" onSubmit={erase} className="mt-6">
        {account.hasPassword && (
          <PasswordField
            name={field('current')}
            label={m.auth_account_password_current()}
            autoComplete="current-password"
            readOnly={busy}
            error={error}
            onInput={() => setError(undefined)}
          />
        )}
        <ActionMessage result={result} />
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" size="lg" disabled={busy} onClick={() => onOpenChange(false)}>
            {m.account_erase_keep()}
          </Button>
          {needsSignIn ? (
            <Button size="lg" onClick={signOutAndReturn}>
              {m.auth_account_sign_in_again()}
            </Button>
          ) : (
            <Button type="submit" variant="danger" size="lg" busy={busy} aria-disabled={busy || undefined}>
              {m.account_erase_confirm()}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
