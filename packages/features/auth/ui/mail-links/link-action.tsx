import { Button, type ButtonVariant, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useHydrated } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { clearTicket } from '#session/ui/history-ticket.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { FormMessage } from '../fields/form-message.tsx'
import { useAttempt } from '../use-attempt.ts'
import { useFragmentToken } from '../use-fragment-token.ts'
import { CutLink, StaleLink } from './cut-link.tsx'

interface ActionOutcome {
  title: string
  text: string
}

interface LinkActionProps extends ActionOutcome {
  pageTitle: string
  submit: string
  failed: string
  stale: string
  /** Returns null for an invalid link. */
  act: (token: string) => Promise<ActionOutcome | null>
  /** Offers a new password after the action. */
  offersPassword?: boolean
}

/** Page of a mailed link. Only its button changes anything, because mail scanners open links. */
export function LinkAction({ pageTitle, title, text, submit, failed, stale, act, offersPassword = false }: LinkActionProps) {
  const { token, setToken } = useFragmentToken()
  const hydrated = useHydrated()
  const { busy, message, run } = useAttempt(() => failed)
  const [outcome, setOutcome] = useState<ActionOutcome | 'stale' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome !== null && outcome !== 'stale') heading.current?.focus()
  }, [outcome])

  const confirm = async () => {
    if (!token) return
    await run(async () => {
      const result = await act(token)
      clearTicket()
      setOutcome(result ?? 'stale')
      return null
    })
  }

  const start = (typed: string) => {
    setToken(typed)
    setOutcome(null)
  }
  const newPassword = (variant: ButtonVariant) => (
    <Link to="/auth/recover" className={`${buttonClasses(variant, 'lg')} w-full`}>
      {m.auth_cancel_password()}
    </Link>
  )
  // these mails cannot be sent again
  if (outcome === 'stale')
    return (
      <StaleLink pageTitle={pageTitle} text={stale} onToken={start}>
        {newPassword('quiet')}
      </StaleLink>
    )
  if (token === null)
    return (
      <CutLink pageTitle={pageTitle} onToken={start}>
        {newPassword('quiet')}
      </CutLink>
    )
  if (outcome)
    return (
      <AuthLayout pageTitle={pageTitle} title={outcome.title} titleRef={heading} text={outcome.text} progress={1}>
        {offersPassword && newPassword('primary')}
      </AuthLayout>
    )
  return (
    <AuthLayout pageTitle={pageTitle} title={title} text={text} progress={0.5}>
      <FormMessage text={message} />
      <Button
        size="lg"
        className="w-full"
        busy={busy}
        disabled={!hydrated || !token}
        aria-disabled={busy || undefined}
        onClick={confirm}
      >
        {submit}
      </Button>
    </AuthLayout>
  )
}
