import { Button, type ButtonVariant, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { clearTicket } from '#session/ui/history-ticket.ts'
import { refreshSession } from '#session/ui/session-sync.ts'
import { type Api, usePageContext } from '#shell/ui/pages/page-context.ts'
import { returnPath } from '../../rules.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { actionErrorText, errorText } from '../error-messages.ts'
import { EmailField, emailProblem } from '../fields/email-field.tsx'
import { FormMessage } from '../fields/form-message.tsx'
import { MailWaits } from '../fields/mail-waits.tsx'
import { useAuthForm, valuesOf } from '../fields/use-auth-form.ts'
import { storeWelcome } from '../header/welcome.ts'
import { useFragmentToken } from '../use-fragment-token.ts'
import { CutLink, StaleLink } from './cut-link.tsx'

const route = getRouteApi('/auth/confirm')

type Outcome =
  | { status: 'verifying' | 'changed' | 'cut' }
  | { status: 'failed'; message: string }
  | { status: 'stale'; message: string | null }

export function Page() {
  const { outcome, retry, start } = useConfirmation()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome.status === 'failed' || outcome.status === 'changed') title.current?.focus()
  }, [outcome.status])
  switch (outcome.status) {
    case 'verifying':
      return (
        <AuthLayout
          pageTitle={m.auth_page_confirm()}
          title={m.auth_confirm_title()}
          text={m.auth_confirm_text()}
          progress={0.5}
        />
      )
    case 'failed':
      return (
        <AuthLayout
          pageTitle={m.auth_page_confirm()}
          title={m.auth_confirm_failed_title()}
          titleRef={title}
          text={outcome.message}
          progress={0.5}
        >
          <Button size="lg" className="w-full" onClick={retry}>
            {m.auth_confirm_retry()}
          </Button>
        </AuthLayout>
      )
    case 'changed':
      return (
        <AuthLayout
          pageTitle={m.auth_page_confirm()}
          title={m.auth_confirm_changed_title()}
          titleRef={title}
          text={m.auth_confirm_changed_text()}
          progress={1}
        >
          <Link to="/account" className={`${buttonClasses('primary', 'lg')} w-full`}>
            {m.auth_confirm_account()}
          </Link>
        </AuthLayout>
      )
    case 'stale':
      return (
        <StaleLink pageTitle={m.auth_page_confirm()} text={outcome.message ?? m.auth_stale_text()} onToken={start}>
          <NewLink />
        </StaleLink>
      )
    case 'cut':
      return (
        <CutLink pageTitle={m.auth_page_confirm()} onToken={start}>
          <NewLink variant="quiet" />
        </CutLink>
      )
  }
}

function useConfirmation() {
  const router = useRouter()
  const { api, auth } = usePageContext()
  const { token, setToken } = useFragmentToken()
  const { next } = route.useSearch()
  const [outcome, setOutcome] = useState<Outcome>({ status: 'verifying' })
  const lastToken = useRef<string | null>(undefined)

  const verify = useCallback(async () => {
    if (!token) return setOutcome({ status: 'cut' })
    setOutcome({ status: 'verifying' })
    try {
      const answer = await (await api()).auth.confirmEmail.mutate({ token })
      clearTicket()
      if (answer.error !== null)
        return setOutcome({ status: 'stale', message: answer.error === 'invalid_link' ? null : errorText(answer) })
      if (answer.secondFactor) return await router.navigate({ to: '/auth/second-step', search: { next }, replace: true })
      await refreshSession(router)
      if (answer.status === 'changed') return setOutcome({ status: 'changed' })
      const { status } = auth.get()
      if (status === 'signed_in') {
        const isInvited = answer.status === 'confirmed' && (await isInvitedToBeta(api))
        if (answer.status === 'confirmed') storeWelcome(isInvited)
        // who was waiting for the beta goes on to where it begins
        await router.navigate({ href: returnPath(next, isInvited ? '/marketplace' : '/'), replace: true })
      } else
        await router.navigate({
          to: '/auth',
          search: { mode: 'sign-in', next, notice: 'confirmed' },
          replace: true,
        })
    } catch (error) {
      console.error(error)
      // an unreachable server or a rate limit says nothing about the link
      setOutcome({ status: 'failed', message: actionErrorText(error, m.auth_confirm_failed_text()) })
    }
  }, [token, next, router, api, auth])

  useEffect(() => {
    if (token === undefined || lastToken.current === token) return
    lastToken.current = token
    verify()
  }, [token, verify])
  const start = (typed: string) => {
    setToken(typed)
    // an equal token runs no effect
    if (typed === token) void verify()
  }
  return { outcome, retry: verify, start }
}

async function isInvitedToBeta(api: Api): Promise<boolean> {
  try {
    const entry = await (await api()).waitlist.mine.query()
    return (entry?.invitedAt ?? null) !== null
  } catch (error) {
    console.error(error)
    return false
  }
}

function NewLink({ variant }: { variant?: ButtonVariant }) {
  const { next } = route.useSearch()
  const { api } = usePageContext()
  const { form, busy, message, submit, field } = useAuthForm()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <form
      ref={form}
      noValidate
      method="post"
      onSubmit={(event) => {
        const { email } = valuesOf(event)
        return submit({
          problems: { email: emailProblem(email) },
          send: async () => (await api()).auth.sendConfirmation.mutate({ email, next }),
          done: () => setSentTo(email),
          failed: m.auth_resend_failed,
        })
      }}
    >
      <FormMessage text={message} />
      <FormMessage tone="success" text={sentTo && m.auth_resent({ email: sentTo })} />
      {sentTo && <MailWaits />}
      <EmailField {...field('email')} />
      <Button type="submit" variant={variant} size="lg" busy={busy} disabled={busy} className="mt-4 w-full">
        {m.auth_confirm_resend()}
      </Button>
    </form>
  )
}
