import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { AuthLayout } from '../auth-layout.tsx'
import { FormMessage } from '../fields/form-message.tsx'
import { MailWaits } from '../fields/mail-waits.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'

interface SignUpSuccessProps {
  email: string
  next: string | undefined
  onBack: () => void
}

export function SignUpSuccess({ email, next, onBack }: SignUpSuccessProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <AuthLayout pageTitle={m.auth_page_sign_up()} title={m.auth_sent_title()} titleRef={title} progress={1}>
      <FormMessage tone="success" text={m.auth_sign_up_done()} />
      <MailWaits>
        <p className="text-lg leading-snug wrap-anywhere">{m.auth_sent_text({ email })}</p>
      </MailWaits>
      <ResendConfirmation email={email} next={next} />
      <div className="mt-6 grid justify-items-start gap-1 border-t border-line pt-4">
        <Link
          to="/auth"
          search={{ mode: 'sign-in', next }}
          onClick={onBack}
          className="text-link inline-flex min-h-touch items-center text-sm font-semibold"
        >
          {m.auth_sent_elsewhere()}
        </Link>
        <Button variant="plain" className="-ml-5" onClick={onBack}>
          {m.auth_other_address()}
        </Button>
      </div>
    </AuthLayout>
  )
}
