import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAskForAWhile } from '#shell/ui/api/use-ask-for-a-while.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { FormMessage } from '../fields/form-message.tsx'
import { MailWaits } from '../fields/mail-waits.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'

interface SignUpSuccessProps {
  email: string
  /** Undefined when an older server answered. */
  mailId: string | undefined
  next: string | undefined
  onBack: () => void
}

export function SignUpSuccess({ email, mailId, next, onBack }: SignUpSuccessProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const { isRefused, askAgain } = useMailRefusal(mailId)
  useEffect(() => {
    title.current?.focus()
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <AuthLayout
      pageTitle={m.auth_page_sign_up()}
      title={isRefused ? m.auth_refused_title() : m.auth_sent_title()}
      titleRef={title}
      progress={1}
    >
      <FormMessage text={isRefused ? m.auth_refused_text({ email }) : null}>
        <Button className="mt-3" onClick={onBack}>
          {m.auth_other_address()}
        </Button>
      </FormMessage>
      <FormMessage tone="success" text={isRefused ? null : m.auth_sign_up_done()} />
      {!isRefused && (
        <MailWaits>
          <p className="text-lg leading-snug wrap-anywhere">{m.auth_sent_text({ email })}</p>
        </MailWaits>
      )}
      <ResendConfirmation email={email} next={next} isRefused={isRefused} onSent={askAgain} />
      <div className="mt-6 grid justify-items-start gap-1 border-t border-line pt-4">
        <Link
          to="/auth"
          search={{ mode: 'sign-in', next }}
          onClick={onBack}
          className="text-link inline-flex min-h-touch items-center text-sm font-semibold"
        >
          {m.auth_sent_elsewhere()}
        </Link>
        {!isRefused && (
          <Button variant="plain" className="-ml-5" onClick={onBack}>
            {m.auth_other_address()}
          </Button>
        )}
      </div>
    </AuthLayout>
  )
}

/** Whether the mail server has refused the address, until it accepts a mail to it. */
function useMailRefusal(mailId: string | undefined) {
  const { api } = usePageContext()
  const [isRefused, setIsRefused] = useState(false)
  const [mailsSent, setMailsSent] = useState(1)
  useAskForAWhile(mailId === undefined ? null : mailsSent, async () => {
    if (mailId === undefined) return
    setIsRefused((await (await api()).auth.mailOutcome.query({ mailId })).refused)
  })
  return { isRefused, askAgain: () => setMailsSent((count) => count + 1) }
}
