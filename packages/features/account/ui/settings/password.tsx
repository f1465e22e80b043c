import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'
import { useHydrated, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { errorField } from '#auth/ui/error-messages.ts'
import { FormMessage } from '#auth/ui/fields/form-message.tsx'
import type { FormValues } from '#auth/ui/fields/form-values.ts'
import { MailWaits } from '#auth/ui/fields/mail-waits.tsx'
import { NewPasswordField } from '#auth/ui/fields/new-password-field.tsx'
import { newPasswordProblem } from '#auth/ui/fields/new-password-problem.ts'
import { PasswordField } from '#auth/ui/fields/password-field.tsx'
import { useAuthForm, valuesOf } from '#auth/ui/fields/use-auth-form.ts'
import { SettingsSection } from '#auth/ui/settings-section.tsx'
import { useFreshFactor } from '#second-factor/ui/fresh-factor/factor-prompt.tsx'
import { ActionMessage, successResult, useAccountAction } from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { Account } from '../../schema.ts'

const inputName: NameOf<FormValues> = (name) => name

export function AccountPassword({ account }: { account: Account }) {
  return (
    <SettingsSection id="password" title={m.account_password()}>
      {account.hasPassword ? <ChangeForm account={account} /> : <FirstPassword email={account.user.email} />}
    </SettingsSection>
  )
}

function ChangeForm({ account: { user } }: { account: Account }) {
  const router = useRouter()
  const hydrated = useHydrated()
  const { form, busy, message, submit, field } = useAuthForm()
  const [password, setPassword] = useState('')
  const [currentError, setCurrentError] = useState<string>()
  const [isChanged, setIsChanged] = useState(false)
  const { api } = usePageContext()
  const { withFactor } = useFreshFactor()
  return (
    <form
      ref={form}
      noValidate
      method="post"
      className="max-w-xl"
      onInput={() => setIsChanged(false)}
      onSubmit={(event) => {
        const values = valuesOf(event)
        const missing = values.current === '' ? m.auth_password_required() : undefined
        setCurrentError(missing)
        setIsChanged(false)
        return submit({
          problems: { name: missing, password: newPasswordProblem(values.password, [user.user_metadata.full_name, user.email]) },
          send: async () => {
            const input = { currentPassword: values.current, newPassword: values.password }
            const answer = await withFactor(async () => (await api()).auth.changePassword.mutate(input))
            if (answer.error === 'wrong_password') setCurrentError(m.auth_password_wrong())
            return answer
          },
          field: (error) => (error === 'wrong_password' ? 'name' : errorField(error)),
          done: async () => {
            form.current?.reset()
            setPassword('')
            setIsChanged(true)
            await router.invalidate()
          },
          failed: m.auth_account_failed,
        })
      }}
    >
      <FormMessage text={message} />
      <FormMessage tone="success" text={isChanged ? m.account_password_done() : null} />
      {/* tells password managers which account changes */}
      <input type="email" name={inputName('email')} autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        name={inputName('current')}
        label={m.auth_account_password_current()}
        autoComplete="current-password"
        readOnly={busy}
        error={currentError}
        onInput={() => setCurrentError(undefined)}
      />
      <NewPasswordField
        {...field('password')}
        label={m.auth_reset_new()}
        value={password}
        ownWords={[user.user_metadata.full_name, user.email]}
        onValue={setPassword}
        className="mt-6"
      />
      <Button type="submit" variant="quiet" busy={busy} disabled={!hydrated} aria-disabled={busy || undefined} className="mt-4">
        {m.account_password_submit()}
      </Button>
    </form>
  )
}

function FirstPassword({ email }: { email: string }) {
  const { busy, result, run, api } = useAccountAction()
  const send = async () => {
    await (await api()).auth.requestPasswordReset.mutate({ email })
    return successResult(m.account_password_sent({ email }))
  }
  return (
    <div>
      <p className="mb-4 max-w-[52ch] wrap-anywhere">{m.account_password_none({ email })}</p>
      <Button variant="quiet" busy={busy} aria-disabled={busy || undefined} onClick={() => run(send)}>
        {m.account_password_send()}
      </Button>
      <ActionMessage result={result} />
      {result && <MailWaits />}
    </div>
  )
}
