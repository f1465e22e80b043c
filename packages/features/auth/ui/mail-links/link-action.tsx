import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useHydrated } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { clearTicket } from '#session/ui/history-ticket.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { actionErrorText } from '../error-messages.ts'
import { FormMessage } from '../fields/form-message.tsx'
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
  children?: ReactNode
}

/** Page of a mailed link. Only its button changes anything, because mail scanners open links. */
export function LinkAction({ pageTitle, title, text, submit, failed, stale, act, children }: LinkActionProps) {
  const { token, setToken } = useFragmentToken()
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<ActionOutcome | 'stale' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome !== null && outcome !== 'stale') heading.current?.focus()
  }, [outcome])

  const run = async () => {
    if (busy || !token) return
    setBusy(true)
    setMessage(null)
    try {
      const result = await act(token)
      clearTicket()
      setOutcome(result ?? 'stale')
    } catch (error) {
      console.error(error)
      setMessage(actionErrorText(error, failed))
    }
    setBusy(false)
  }

  const start = (typed: string) => {
    setToken(typed)
    setOutcome(null)
  }
  // these mails cannot be sent again
  const other = (
    <Link to="/auth/recover" className={`${buttonClasses('quiet', 'lg')} w-full`}>
      {m.auth_cancel_password()}
    </Link>
  )
  if (outcome === 'stale')
    return (
      <StaleLink pageTitle={pageTitle} text={stale} onToken={start}>
        {other}
      </StaleLink>
    )
  if (token === null)
    return (
      <CutLink pageTitle={pageTitle} onToken={start}>
        {other}
      </CutLink>
    )
  if (outcome)
    return (
      <AuthLayout pageTitle={pageTitle} title={outcome.title} titleRef={heading} text={outcome.text} progress={1}>
        {children}
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
        onClick={run}
      >
        {submit}
      </Button>
    </AuthLayout>
  )
}
