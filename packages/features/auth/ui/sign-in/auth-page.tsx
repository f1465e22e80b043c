import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { getRouteApi, Link, useHydrated, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { tell } from '../../../session/ui/session-events.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import { returnPath } from '../../rules.ts'
import { type FirstStep, type ProviderId, type SignedInUser, signInWith } from '../auth-client.ts'
import { AuthLayout, HomeLink } from '../auth-layout.tsx'
import { goingText, providerText } from '../error-messages.ts'
import { FormMessage } from '../fields/form-message.tsx'
import { PasskeyButton } from '../second-step/passkey-button.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { SignUpDone } from './sign-up-success.tsx'

// the route's loader, fetched with its page
export { loadEntry } from './auth-loaders.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the sign-in page says about where one comes from. */
    authNotice?: 'reset' | 'confirmed' | 'step_over'
  }
}

const auth = getRouteApi('/auth')
const notices = { reset: m.auth_reset_done, confirmed: m.auth_confirm_already, step_over: m.auth_factor_step_over }

/** Whether somebody was about to begin a conversation; told by where they go on to, which also a server's redirection and a reload carry. */
const wantsToChat = (next = '') => /\/marketplace\?(?:.*&)?start=/.test(next)

/** Sign-up and sign-in (spec, section 2): one page, two modes; the address says which. */
export function Page() {
  const { mode, next, error, provider } = auth.useSearch()
  const { providers, confirmsEmail } = auth.useLoaderData()
  const router = useRouter()
  const context = usePageContext()
  const kept = useRouterState({ select: ({ location }) => location.state.authNotice })
  // the browser keeps the state over a reload, and the server does not know it: before hydration both render the page without it
  const from = useHydrated() ? kept : undefined
  const [email, setEmail] = useState('')
  const [busy, setBusy] = useState(false)
  const [going, setGoing] = useState<ProviderId | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [created, setCreated] = useState(false)
  const [part, setPart] = useState(0)
  // creating an account is the default (spec, section 2), except for who was sent here to sign in
  const signsUp = mode === undefined ? next === undefined : mode !== 'sign-in'
  const target = returnPath(next)
  const said = from ? notices[from]() : wantsToChat(next) ? m.auth_sign_in_to_chat() : null

  const arrive = async ({ id, email, name }: SignedInUser) => {
    // when it ends, the page learns when it next asks
    tell(context.auth, 'signed_in', { id, email, name, expiresAt: 0 })
    await router.navigate({ href: target })
  }
  const goOn = (passed: FirstStep) =>
    passed.secondFactor ? router.navigate({ to: '/auth/second-step', search: { next } }) : arrive(passed.user)
  const go = async (chosen: ProviderId) => {
    setGoing(chosen)
    setRefused(null)
    const back = new URLSearchParams({ provider: chosen, mode: signsUp ? 'sign-up' : 'sign-in', ...(next && { next }) })
    const here = (path: string) => localizePath(path, getLocale())
    try {
      const { refusal, data } = await signInWith(chosen, here(target), here(`/auth?${back}`))
      if (refusal === null) return location.assign(data.url)
      setRefused(goingText(refusal, chosen))
    } catch (failure) {
      console.error(failure)
      setRefused(providerText('', chosen))
    }
    setGoing(null)
  }

  if (created) return <SignUpDone email={email} next={next} onBack={() => setCreated(false)} />
  const form = {
    email,
    next,
    onEmail: setEmail,
    notice: refused ?? (error ? providerText(error, provider) : null),
    disabled: going !== null,
    onBusy: setBusy,
  }
  return (
    <AuthLayout
      pageTitle={signsUp ? m.auth_page_sign_up() : m.auth_page_sign_in()}
      title={signsUp ? m.auth_sign_up_title() : m.auth_sign_in_title()}
      part={part}
    >
      <FormMessage tone={from && from !== 'step_over' ? 'success' : 'plain'} text={signsUp ? null : said} />
      <ProviderButtons providers={providers} going={going} disabled={busy || going !== null} onChoose={go}>
        {!signsUp && <PasskeyButton disabled={busy || going !== null} onBusy={setBusy} onMessage={setRefused} onDone={arrive} />}
      </ProviderButtons>
      <noscript>
        <p className="mb-6 font-semibold">{m.auth_noscript()}</p>
      </noscript>
      {/* how much is filled in moves the drawing */}
      <div onInput={(event) => setPart(filledPart(event.target))}>
        {signsUp ? (
          <SignUpForm key="sign-up" {...form} signsIn={!confirmsEmail} onDone={confirmsEmail ? () => setCreated(true) : arrive} />
        ) : (
          <SignInForm key="sign-in" {...form} onDone={goOn} />
        )}
      </div>
      <div className="mt-6 grid gap-1 border-t border-line pt-4">
        <p>
          <Link
            to="/auth"
            search={{ mode: signsUp ? 'sign-in' : 'sign-up', next }}
            replace
            resetScroll={false}
            onClick={() => setRefused(null)}
            className="text-link inline-flex min-h-touch items-center font-semibold"
          >
            {signsUp ? m.auth_to_sign_in() : m.auth_to_sign_up()}
          </Link>
        </p>
        <HomeLink />
      </div>
    </AuthLayout>
  )
}

/** The share of the form's inputs that hold something. */
function filledPart(target: EventTarget): number {
  const inputs = [...((target as HTMLInputElement).form?.querySelectorAll('input') ?? [])]
  const filled = inputs.filter(({ type, checked, value }) => (type === 'checkbox' ? checked : value !== ''))
  return inputs.length === 0 ? 0 : filled.length / inputs.length
}
