import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useHydrated } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { EmailField, emailProblem } from '../fields/email-field.tsx'
import { FormMessage } from '../fields/form-message.tsx'
import { MailWaits } from '../fields/mail-waits.tsx'
import { useAuthForm, valuesOf } from '../fields/use-auth-form.ts'
import { useAttempt } from '../use-attempt.ts'

export function Page() {
  const { api } = usePageContext()
  const { form, busy, message, submit, field } = useAuthForm()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [email, setEmail] = useState('')
  const again = useAttempt(m.auth_recover_failed)
  const sendAgain = (address: string) =>
    again.run(async () => {
      await (await api()).auth.requestPasswordReset.mutate({ email: address })
      return m.auth_recover_again({ email: address })
    })
  const title = useRef<HTMLHeadingElement>(null)
  const hydrated = useHydrated()
  useEffect(() => {
    if (sentTo !== null) title.current?.focus()
  }, [sentTo])
  return (
    <AuthLayout
      pageTitle={m.auth_page_recover()}
      title={sentTo === null ? m.auth_recover_title() : m.auth_recover_sent_title()}
      titleRef={title}
      text={sentTo === null ? m.auth_recover_text() : m.auth_recover_sent({ email: sentTo })}
      progress={sentTo === null ? 0 : 0.5}
    >
      {sentTo !== null && (
        <>
          <MailWaits />
          <div className="mt-3 flex flex-wrap items-center gap-x-2">
            <Button variant="quiet" busy={again.busy} aria-disabled={again.busy || undefined} onClick={() => sendAgain(sentTo)}>
              {m.auth_resend()}
            </Button>
            <Button variant="plain" onClick={() => setSentTo(null)}>
              {m.auth_other_address()}
            </Button>
          </div>
          <p role="status" className="mt-2 text-sm font-semibold wrap-anywhere empty:hidden">
            {again.message}
          </p>
        </>
      )}
      {sentTo === null && (
        <form
          ref={form}
          noValidate
          method="post"
          onSubmit={(event) => {
            const { email } = valuesOf(event)
            return submit({
              problems: { email: emailProblem(email) },
              send: async () => (await api()).auth.requestPasswordReset.mutate({ email }),
              done: () => {
                again.setMessage(null)
                setEmail(email)
                setSentTo(email)
              },
              failed: m.auth_recover_failed,
            })
          }}
        >
          <FormMessage text={message} />
          <EmailField {...field('email')} defaultValue={email} />
          <Button type="submit" size="lg" busy={busy} disabled={busy || !hydrated} className="mt-4 w-full">
            {m.auth_recover_submit()}
          </Button>
        </form>
      )}
      <div className="mt-6 grid gap-1 border-t border-line pt-4">
        <p>
          <Link to="/auth" search={{ mode: 'sign-in' }} className="text-link inline-flex min-h-touch items-center font-semibold">
            {m.auth_recover_back()}
          </Link>
        </p>
      </div>
    </AuthLayout>
  )
}
