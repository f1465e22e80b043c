import { Spinner } from '@duo/platform/browser/ui/feedback/spinner.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { type Provider, returnPath } from '../../rules.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { providerText } from '../error-messages.ts'
import { DocumentMessage, FormMessage } from '../fields/form-message.tsx'
import { type AuthNotice, isAuthNotice } from './auth-notice.ts'
import { OpenInBrowser } from './open-in-browser.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { SignUpSuccess } from './sign-up-success.tsx'

const auth = getRouteApi('/auth')
const notices: Record<AuthNotice, () => string> = {
  reset: m.auth_reset_done,
  confirmed: m.auth_confirm_already,
  step_over: m.auth_factor_step_over,
}

/** Whether the user was about to start a conversation. Read from the URL, which survives redirects and reloads. */
const wantsToChat = (next = '') => /\/marketplace\?(?:.*&)?start=/.test(next)
/** Whether the user was about to make an agent. */
const wantsToMake = (next = '') => /^(?:\/pt)?\/studio\b/.test(next)

const localPath = (path: string) => localizePath(path, getLocale())
const pathWith = (path: string, query: Record<string, string>, next: string | undefined) => {
  const search = new URLSearchParams({ ...query, ...(next && { next }) }).toString()
  return localPath(search === '' ? path : `${path}?${search}`)
}

/** A document: sign-in-script/sign-in-script.ts sends its forms. `formless` signs in without one, and has a script of its own. */
export function SignInPage({ formless }: { formless: ReactElement }) {
  const { mode, next, error, provider, notice } = auth.useSearch()
  const { providers, confirmsEmail } = auth.useLoaderData()
  // sign-up is the default (spec, section 2), except after a redirect
  const signsUp = mode === undefined ? next === undefined : mode !== 'sign-in'
  const noticeKind = !signsUp && isAuthNotice(notice) ? notice : null
  const reason = wantsToMake(next) ? m.auth_sign_in_to_make() : wantsToChat(next) && !signsUp ? m.auth_sign_in_to_chat() : null
  const noticeText = noticeKind ? notices[noticeKind]() : reason
  const problem = error ? providerText(error, provider) : null
  const otherMode = (
    <p>
      <Link
        to="/auth"
        search={{ mode: signsUp ? 'sign-in' : 'sign-up', next }}
        data-keeps-address
        data-replaces
        className="text-link inline-flex min-h-touch items-center font-semibold"
      >
        {signsUp ? m.auth_to_sign_in() : m.auth_to_sign_up()}
      </Link>
    </p>
  )
  // a visitor who wants to make an agent most likely has no account, and the way to one is below the first screen
  const leadsToSignUp = !signsUp && wantsToMake(next)
  const failedPath = (provider: Provider) => pathWith('/auth', { provider, mode: signsUp ? 'sign-up' : 'sign-in' }, next)
  return (
    <AuthLayout
      pageTitle={signsUp ? m.auth_page_sign_up() : m.auth_page_sign_in()}
      title={signsUp ? m.auth_sign_up_title() : m.auth_sign_in_title()}
      progress={0}
    >
      <div
        data-auth
        data-next={next}
        data-target={localPath(returnPath(next))}
        data-second-step={pathWith('/auth/second-step', {}, next)}
        data-confirms-email={confirmsEmail}
      >
        <FormMessage tone={noticeKind && noticeKind !== 'step_over' ? 'success' : 'plain'} text={noticeText} />
        <DocumentMessage data-invited data-text={invitedText(signsUp, '{email}')} tone="plain" text={null} />
        <div hidden data-no-cookies>
          <FormMessage text={m.auth_cookies_blocked()} />
        </div>
        {leadsToSignUp && <div className="mb-4">{otherMode}</div>}
        <ProviderButtons providers={providers} failedPath={failedPath}>
          {!signsUp && formless}
        </ProviderButtons>
        {signsUp ? <SignUpForm notice={problem} /> : <SignInForm notice={problem} />}
        <OpenInBrowser />
        <div className="mt-6 grid gap-1 border-t border-line pt-4">
          {!leadsToSignUp && otherMode}
          {!signsUp && (
            <p className="text-sm text-muted">
              {m.auth_waitlist_note()}{' '}
              <Link to="/waitlist" className="text-link">
                {m.auth_waitlist_link()}
              </Link>
            </p>
          )}
        </div>
        <template data-spinner>
          <Spinner />
        </template>
        {signsUp && <SignUpSuccess next={next} />}
      </div>
    </AuthLayout>
  )
}

const invitedText = (signsUp: boolean, email: string) =>
  signsUp ? m.auth_invited_sign_up({ email }) : m.auth_invited_sign_in({ email })
