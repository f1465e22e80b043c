import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { clearTicket } from '#session/ui/history-ticket.ts'
import { emitSessionEvent } from '#session/ui/session-events.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { FormMessage } from '../fields/form-message.tsx'
import { NewPasswordField } from '../fields/new-password-field.tsx'
import { newPasswordProblem } from '../fields/new-password-problem.ts'
import { useAuthForm, valuesOf } from '../fields/use-auth-form.ts'
import { useFragmentToken } from '../use-fragment-token.ts'
import { CutLink, StaleLink } from './cut-link.tsx'

export function Page() {
  const { token, setToken } = useFragmentToken()
  const [isStale, setIsStale] = useState(false)
  const start = (typed: string) => {
    setToken(typed)
    setIsStale(false)
  }
  const again = (
    <Link to="/auth/recover" className={`${buttonClasses(isStale ? 'primary' : 'quiet', 'lg')} w-full`}>
      {m.auth_stale_again()}
    </Link>
  )
  if (isStale)
    return (
      <StaleLink pageTitle={m.auth_page_reset()} text={m.auth_stale_text()} onToken={start}>
        {again}
      </StaleLink>
    )
  if (token === null)
    return (
      <CutLink pageTitle={m.auth_page_reset()} onToken={start}>
        {again}
      </CutLink>
    )
  return (
    <AuthLayout pageTitle={m.auth_page_reset()} title={m.auth_reset_title()} text={m.auth_reset_text()} progress={0.5}>
      <ResetForm token={token} onStale={() => setIsStale(true)} />
    </AuthLayout>
  )
}

function ResetForm({ token, onStale }: { token: string | undefined; onStale: () => void }) {
  const router = useRouter()
  const { api, auth } = usePageContext()
  const { form, busy, message, submit, field } = useAuthForm()
  const [password, setPassword] = useState('')
  useEffect(() => {
    if (token) emitSessionEvent(auth, 'password_recovery', auth.get().viewer)
  }, [auth, token])
  const leaveStale = useEffectEvent(() => {
    clearTicket()
    onStale()
  })
  useEffect(() => {
    if (!token) return
    // before a password is typed for nothing; if the call fails, sending tells
    const check = async () => (await (await api()).auth.checkReset.mutate({ token })).error !== null && leaveStale()
    check().catch(console.error)
  }, [api, token])
  return (
    <form
      ref={form}
      noValidate
      method="post"
      onSubmit={(event) => {
        const values = valuesOf(event)
        if (!token) return
        return submit({
          problems: { password: newPasswordProblem(values.password) },
          send: async () => {
            const answer = await (await api()).auth.resetPassword.mutate({ token, newPassword: values.password })
            const isStale = answer.error === 'invalid_link'
            if (isStale || answer.error === null) clearTicket()
            if (isStale) onStale()
            return answer
          },
          done: async () => {
            emitSessionEvent(auth, 'signed_out', null)
            await router.navigate({ to: '/auth', search: { mode: 'sign-in', notice: 'reset' } })
          },
          failed: m.auth_reset_failed,
        })
      }}
    >
      <FormMessage text={message} />
      <NewPasswordField
        {...field('password')}
        label={m.auth_reset_new()}
        required
        value={password}
        ownWords={[]}
        onValue={setPassword}
      />
      <Button type="submit" size="lg" busy={busy} disabled={busy || !token} className="mt-4 w-full">
        {m.auth_reset_submit()}
      </Button>
    </form>
  )
}
