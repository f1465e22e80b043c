import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { MailCodeForm } from '#shell/ui/mail-code/mail-code-form.tsx'
import { AuthLayout } from '../auth-layout.tsx'

interface DeadLinkProps {
  pageTitle: string
  onToken: (token: string) => void
  /** Another way to what the mail was for. */
  children?: ReactNode
}

/** The page of a mailed link that arrived without its token. */
export function CutLink({ pageTitle, onToken, children }: DeadLinkProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <AuthLayout pageTitle={pageTitle} title={m.shell_code_title()} titleRef={title} text={m.shell_code_text()} progress={0.25}>
      <MailCodeForm onToken={onToken} />
      {children && (
        <div className="mt-8 border-t border-line pt-6">
          <p className="mb-4 font-semibold">{m.shell_code_other()}</p>
          {children}
        </div>
      )}
    </AuthLayout>
  )
}

interface StaleLinkProps extends DeadLinkProps {
  text: string
}

/** The page of a link whose token is not accepted. It may have lost its end, so the code may still work. */
export function StaleLink({ pageTitle, text, onToken, children }: StaleLinkProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <AuthLayout pageTitle={pageTitle} title={m.auth_stale_title()} titleRef={title} text={text} progress={0}>
      {children}
      <div className={children ? 'mt-8 border-t border-line pt-6' : ''}>
        <p className="mb-4 font-semibold">{m.shell_code_stale()}</p>
        <MailCodeForm onToken={onToken} variant="quiet" />
      </div>
    </AuthLayout>
  )
}
