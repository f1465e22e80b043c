import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { getRouteApi, Link, useHydrated, useRouter, useRouterState } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { emitSessionEvent } from '#session/ui/session-events.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { FirstStep } from '../../auth-endpoints.ts'
import { returnPath } from '../../rules.ts'
import type { Provider, SignedInUser } from '../../schema.ts'
import { signInWith } from '../auth-client.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { actionErrorText, providerText, redirectErrorText } from '../error-messages.ts'
import { FormMessage } from '../fields/form-message.tsx'
import { OpenInBrowser } from './open-in-browser.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { SignUpSuccess } from './sign-up-success.tsx'
import { useBrowserLimits } from './use-browser-limits.ts'
import { useInvitedAddress } from './use-invited-address.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    authNotice?: 'reset' | 'confirmed' | 'step_over'
  }
}

const auth = getRouteApi('/auth')
const notices = { reset: m.auth_reset_done, confirmed: m.auth_confirm_already, step_over: m.auth_factor_step_over }

/** Whether the user was about to start a conversation. Read from the URL, which survives redirects and reloads. */
const wantsToChat = (next = '') => /\/marketplace\?(?:.*&)?start=/.test(next)

const localPath = (path: string) => localizePath(path, getLocale())

/** A button that signs in without a form. The feature that has one puts it into the page. */
export interface FormlessSignInProps {
  disabled: boolean
  onBusy: (busy: boolean) => void
  onMessage: (text: string | null) => void
  onDone: (user: SignedInUser) => Promise<unknown>
}

export function SignInPage({ FormlessSignIn }: { FormlessSignIn: ComponentType<FormlessSignInProps> }) {
  const { mode, next, error, provider } = auth.useSearch()
  const { providers, confirmsEmail } = auth.useLoaderData()
  const router = useRouter()
  const notice = useRouterState({ select: ({ location }) => location.state.authNotice })
  // the state survives a reload, but the server does not have it: render without it until hydration
  const noticeKind = useHydrated() ? notice : undefined
  const { isInApp, blocksCookies } = useBrowserLimits()
  const [email, setEmail] = useState('')
  const invited = useInvitedAddress(setEmail)
  const [busy, setBusy] = useState(false)
  const [redirectingTo, setRedirectingTo] = useState<Provider | null>(null)
  const [redirectError, setRedirectError] = useState<string | null>(null)
  const [created, setCreated] = useState<{ mailId: string | undefined } | null>(null)
  const [progress, setProgress] = useState(0)
  // sign-up is the default (spec, section 2), except after a redirect
  const signsUp = mode === undefined ? next === undefined : mode !== 'sign-in'
  const target = returnPath(next)
  const noticeText = noticeKind ? notices[noticeKind]() : wantsToChat(next) ? m.auth_sign_in_to_chat() : null

  const completeSignIn = useCompleteSignIn(target, setRedirectError)
  const continueSignIn = (passed: FirstStep) =>
    passed.secondFactor ? router.navigate({ to: '/auth/second-step', search: { next } }) : completeSignIn(passed.user)
  const startRedirect = async (providerId: Provider) => {
    setRedirectingTo(providerId)
    setRedirectError(null)
    const back = new URLSearchParams({ provider: providerId, mode: signsUp ? 'sign-up' : 'sign-in', ...(next && { next }) })
    try {
      const answer = await signInWith(providerId, localPath(target), localPath(`/auth?${back}`))
      if (answer.error === null) return location.assign(answer.url)
      setRedirectError(redirectErrorText(answer, providerId))
    } catch (failure) {
      console.error(failure)
      setRedirectError(actionErrorText(failure, providerText('', providerId)))
    }
    setRedirectingTo(null)
  }

  if (created) return <SignUpSuccess email={email} next={next} onBack={() => setCreated(null)} {...created} />
  const address = { email, invited, onEmail: setEmail }
  const form = {
    ...address,
    next,
    notice: redirectError ?? (error ? providerText(error, provider) : null),
    disabled: redirectingTo !== null,
    onBusy: setBusy,
  }
  return (
    <AuthLayout
      pageTitle={signsUp ? m.auth_page_sign_up() : m.auth_page_sign_in()}
      title={signsUp ? m.auth_sign_up_title() : m.auth_sign_in_title()}
      progress={progress}
    >
      <FormMessage tone={noticeKind && noticeKind !== 'step_over' ? 'success' : 'plain'} text={signsUp ? null : noticeText} />
      <FormMessage tone="plain" text={invited && invitedText(signsUp, invited)} />
      {blocksCookies && <FormMessage text={m.auth_cookies_blocked()} />}
      {!isInApp && (
        <ProviderButtons
          providers={providers}
          redirectingTo={redirectingTo}
          disabled={busy || redirectingTo !== null}
          onChoose={startRedirect}
        >
          {!signsUp && (
            <FormlessSignIn
              disabled={busy || redirectingTo !== null}
              onBusy={setBusy}
              onMessage={setRedirectError}
              onDone={completeSignIn}
            />
          )}
        </ProviderButtons>
      )}
      <div onInput={(event) => setProgress(filledFraction(event.target))}>
        {signsUp ? (
          <SignUpForm
            key="sign-up"
            {...form}
            signsIn={!confirmsEmail}
            onDone={confirmsEmail ? (passed) => setCreated({ mailId: mailIdOf(passed) }) : continueSignIn}
          />
        ) : (
          <SignInForm key="sign-in" {...form} onDone={continueSignIn} />
        )}
      </div>
      {isInApp && <OpenInBrowser address={location.href} />}
      <div className="mt-6 grid gap-1 border-t border-line pt-4">
        <p>
          <Link
            to="/auth"
            search={{ mode: signsUp ? 'sign-in' : 'sign-up', next }}
            replace
            resetScroll={false}
            onClick={() => setRedirectError(null)}
            className="text-link inline-flex min-h-touch items-center font-semibold"
          >
            {signsUp ? m.auth_to_sign_in() : m.auth_to_sign_up()}
          </Link>
        </p>
        {!signsUp && (
          <p className="text-sm text-muted">
            {m.auth_waitlist_note()}{' '}
            <Link to="/waitlist" className="text-link">
              {m.auth_waitlist_link()}
            </Link>
          </p>
        )}
      </div>
    </AuthLayout>
  )
}

const invitedText = (signsUp: boolean, email: string) =>
  signsUp ? m.auth_invited_sign_up({ email }) : m.auth_invited_sign_in({ email })

const mailIdOf = (passed: FirstStep) => (passed.secondFactor ? undefined : passed.mailId)

function useCompleteSignIn(target: string, onMessage: (text: string) => void) {
  const { auth, api } = usePageContext()
  const router = useRouter()
  return async ({ id, email, name }: SignedInUser) => {
    // some browsers say that they take cookies and take none: the page would ask for the password again and again
    const session = await (await api()).auth.session.query().catch(() => undefined)
    if (session === null) return onMessage(m.auth_cookies_blocked())
    emitSessionEvent(auth, 'signed_in', { id, email, name, expiresAt: 0 })
    // replaced, so that going back does not return to the filled form
    await router.navigate({ href: target, replace: true })
  }
}

function filledFraction(target: EventTarget): number {
  const inputs = [...((target instanceof HTMLInputElement && target.form?.querySelectorAll('input')) || [])]
  const filled = inputs.filter(({ type, checked, value }) => (type === 'checkbox' ? checked : value !== ''))
  return inputs.length === 0 ? 0 : filled.length / inputs.length
}
