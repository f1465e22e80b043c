import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { EmailField, emailProblem } from '#auth/ui/fields/email-field.tsx'
import type { FormValues } from '#auth/ui/fields/form-values.ts'
import { MailWaits } from '#auth/ui/fields/mail-waits.tsx'
import { PasswordField } from '#auth/ui/fields/password-field.tsx'
import { valuesOf } from '#auth/ui/fields/use-auth-form.ts'
import { SettingsSection } from '#auth/ui/settings-section.tsx'
import { useSignOut } from '#auth/ui/sign-out/use-sign-out.ts'
import {
  ActionMessage,
  failureResult,
  successResult,
  useAccountAction,
} from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import { useAskForAWhile } from '#shell/ui/api/use-ask-for-a-while.ts'
import type { Account } from '../../schema.ts'

const field: NameOf<FormValues> = (name) => name

export function AccountEmail({ account }: { account: Account }) {
  const { busy, result, run, clear, api, router } = useAccountAction()
  const signOut = useSignOut('/account')
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const [errors, setErrors] = useState<{ email?: string | undefined; current?: string | undefined }>({})
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const { pendingEmail, pendingEmailRefused } = account
  const [mailsSent, setMailsSent] = useState<number | null>(null)
  useAskForAWhile(mailsSent, async () => {
    const found = await (await api()).auth.account.query()
    if (found.pendingEmailRefused !== pendingEmailRefused) await router.invalidate()
  })
  const focus = (name: keyof FormValues) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  const showProblems = (problems: typeof errors) => {
    clear()
    setErrors(problems)
    focus(problems.email ? field('email') : field('current'))
    return null
  }
  const change = (event: FormEvent<HTMLFormElement>) => {
    const { email, current } = valuesOf(event)
    const problems = {
      email: emailProblem(email),
      current: account.hasPassword && current === '' ? m.auth_password_required() : undefined,
    }
    if (problems.email || problems.current) return showProblems(problems)
    setErrors({})
    return run(async () => {
      const { error } = await (await api()).auth.changeEmail.mutate({ email, password: account.hasPassword ? current : null })
      if (error === 'same_email') return showProblems({ email: m.account_email_same() })
      if (error === 'wrong_password') return showProblems({ current: m.auth_password_wrong() })
      if (error === 'sign_in_again') {
        setNeedsSignIn(true)
        return failureResult(m.auth_account_again())
      }
      form.current?.reset()
      await router.invalidate()
      setMailsSent((count) => (count ?? 0) + 1)
      return successResult(m.account_email_sent({ email }))
    })
  }
  return (
    <SettingsSection id="email" title={m.account_email()} text={m.account_email_text({ email: account.user.email })}>
      {pendingEmail && (
        <div
          className={`mb-6 border-l-4 pl-4 font-semibold wrap-anywhere ${pendingEmailRefused ? 'border-danger' : 'border-overlap'}`}
        >
          {/* the form has just said that the mail is on its way */}
          {pendingEmailRefused ? (
            <p role="alert">{m.account_email_refused({ email: pendingEmail })}</p>
          ) : (
            <p>{m.account_email_pending({ email: pendingEmail })}</p>
          )}
          <MailWaits />
        </div>
      )}
      <form ref={form} noValidate method="post" onSubmit={change} onInput={clear} className="max-w-xl">
        <EmailField
          name={field('email')}
          label={m.account_email_new()}
          autoComplete="email"
          readOnly={busy}
          error={errors.email}
          onInput={() => setErrors({ ...errors, email: undefined })}
        />
        {account.hasPassword && (
          <PasswordField
            name={field('current')}
            label={m.auth_account_password_current()}
            autoComplete="current-password"
            readOnly={busy}
            error={errors.current}
            onInput={() => setErrors({ ...errors, current: undefined })}
            className="mt-3"
          />
        )}
        <Button type="submit" variant="quiet" busy={busy} disabled={!hydrated} aria-disabled={busy || undefined} className="mt-4">
          {m.account_email_submit()}
        </Button>
        {/* what was promised is known to be false */}
        <ActionMessage result={pendingEmailRefused && result?.tone === 'success' ? null : result} />
        {needsSignIn && (
          <Button className="mt-3" onClick={signOut}>
            {m.auth_account_sign_in_again()}
          </Button>
        )}
      </form>
    </SettingsSection>
  )
}
