import { Button, buttonLook } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { dropTicket } from '../../../session/ui/history-ticket.ts'
import { checkAuth } from '../../../session/ui/session-sync.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import { returnPath } from '../../rules.ts'
import { confirmEmail, type Refusal, resendConfirmation } from '../auth-client.ts'
import { AuthLayout, HomeLink } from '../auth-layout.tsx'
import { refusalText } from '../error-messages.ts'
import { EmailField, emailProblem } from '../fields/email-field.tsx'
import { FormMessage } from '../fields/form-message.tsx'
import { useAuthForm, valuesOf } from '../sign-in/use-auth-form.ts'
import { useLinkToken } from '../use-fragment-token.ts'

const route = getRouteApi('/auth/confirm')

type Outcome = { is: 'asking' | 'changed' } | { is: 'failed' | 'stale'; why: string | null }

/** Where the confirmation mail's link leads: on to where somebody wanted to go, else to the site's root, signed in. A change of address ends here. */
export function Page() {
  const { outcome, retry } = useConfirmation()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (outcome.is !== 'asking') title.current?.focus()
  }, [outcome.is])
  switch (outcome.is) {
    case 'asking':
      return (
        <AuthLayout pageTitle={m.auth_page_confirm()} title={m.auth_confirm_title()} text={m.auth_confirm_text()} part={0.5}>
          <noscript>
            <p className="font-semibold">{m.auth_noscript()}</p>
          </noscript>
        </AuthLayout>
      )
    case 'failed':
      return (
        <AuthLayout
          pageTitle={m.auth_page_confirm()}
          title={m.auth_confirm_failed_title()}
          titleRef={title}
          text={outcome.why ?? m.auth_confirm_failed_text()}
          part={0.5}
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
          part={1}
        >
          <Link to="/account" className={`${buttonLook('primary', 'lg')} w-full`}>
            {m.auth_confirm_account()}
          </Link>
        </AuthLayout>
      )
    case 'stale':
      return (
        <AuthLayout
          pageTitle={m.auth_page_confirm()}
          title={m.auth_stale_title()}
          titleRef={title}
          text={outcome.why ?? m.auth_stale_text()}
          part={0}
        >
          <NewLink />
        </AuthLayout>
      )
  }
}

function useConfirmation() {
  const router = useRouter()
  const { auth, AccountSlot } = usePageContext()
  const token = useLinkToken()
  const { next } = route.useSearch()
  const [outcome, setOutcome] = useState<Outcome>({ is: 'asking' })
  const asked = useRef<string | null>(undefined)

  const ask = useCallback(async () => {
    if (!token) return setOutcome({ is: 'stale', why: null })
    setOutcome({ is: 'asking' })
    try {
      const { refusal, data } = await confirmEmail(token)
      if (refusal) {
        const refused = refusedAs(refusal)
        if (refused.is === 'stale') dropTicket()
        return setOutcome(refused)
      }
      dropTicket()
      if (data.secondFactor) return await router.navigate({ to: '/auth/second-step', search: { next }, replace: true })
      // the header's button says the welcome, wherever this leads on to
      await AccountSlot.preload?.()
      // who is signed in now, only the server knows
      await checkAuth(router)
      if (data.status === 'changed') return setOutcome({ is: 'changed' })
      const { is } = auth.get()
      if (is === 'signed_in')
        await router.navigate({ href: returnPath(next, '/'), replace: true, state: { welcome: data.status === 'confirmed' } })
      else
        await router.navigate({
          to: '/auth',
          search: { mode: 'sign-in', next },
          replace: true,
          state: { authNotice: 'confirmed' },
        })
    } catch (error) {
      console.error(error)
      setOutcome({ is: 'failed', why: null })
    }
  }, [token, next, router, auth, AccountSlot])

  useEffect(() => {
    if (token === undefined || asked.current === token) return
    asked.current = token
    ask()
  }, [token, ask])
  return { outcome, retry: ask }
}

/** A used or old link has words of its own on the page, and so has a server that is away; neither that nor a limit says anything of the link. */
function refusedAs(refusal: Refusal): Outcome {
  if (refusal.code === 'UNAVAILABLE') return { is: 'failed', why: null }
  if (refusal.code === 'TOO_MANY_REQUESTS') return { is: 'failed', why: refusalText(refusal) }
  return { is: 'stale', why: ['INVALID_TOKEN', 'TOKEN_EXPIRED'].includes(refusal.code) ? null : refusalText(refusal) }
}

function NewLink() {
  const { next } = route.useSearch()
  const { form, busy, message, submit, field } = useAuthForm()
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <>
      <form
        ref={form}
        noValidate
        method="post"
        onSubmit={(event) => {
          const { email } = valuesOf(event)
          return submit({
            problems: { email: emailProblem(email) },
            send: () => resendConfirmation(email, next),
            done: () => setSentTo(email),
            failed: m.auth_resend_failed,
          })
        }}
      >
        <FormMessage text={message} />
        <FormMessage tone="success" text={sentTo && m.auth_resent({ email: sentTo })} />
        <EmailField {...field('email')} />
        <Button type="submit" size="lg" busy={busy} disabled={busy} className="mt-4 w-full">
          {m.auth_confirm_resend()}
        </Button>
      </form>
      <div className="mt-6 border-t border-line pt-4">
        <HomeLink />
      </div>
    </>
  )
}
