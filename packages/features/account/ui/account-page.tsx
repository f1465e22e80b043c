import { Button, buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi, Link, useHydrated, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { AuthHead } from '../../auth/ui/auth-head.tsx'
import { clearWaitlistEntry } from '../../auth/ui/clear-local-data.ts'
import { SettingsSection } from '../../auth/ui/settings-section.tsx'
import { useSignOut } from '../../auth/ui/sign-out/use-sign-out.ts'
import { isSignedOut } from '../../auth/ui/trpc-errors.ts'
import { SubscriptionCard } from '../../billing/ui/subscription-card.tsx'
import { AccountSecondFactor } from '../../second-factor/ui/factors/account-second-factor.tsx'
import { FactorPrompt } from '../../second-factor/ui/fresh-factor/factor-prompt.tsx'
import { accountChannel } from '../../second-factor/ui/fresh-factor/use-account-action.tsx'
import { markInvited, markMember } from '../../session/ui/member-storage.ts'
import { emitSessionEvent } from '../../session/ui/session-events.ts'
import { refreshSession } from '../../session/ui/session-sync.ts'
import { type SyncReason, useServerSync } from '../../shell/ui/api/use-server-sync.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { Account } from '../schema.ts'
import { AccountIndex } from './account-index.tsx'
import { failedPlan, type loadAccount } from './account-loader.ts'
import { AccountActivity } from './activity/activity.tsx'
import { ApiKeys, isActiveKey } from './api-keys/api-keys.tsx'
import { AccountDataExport } from './settings/data-export.tsx'
import { DeleteAccount } from './settings/delete-account.tsx'
import { AccountEmail } from './settings/email.tsx'
import { AccountPassword } from './settings/password.tsx'
import { AccountPlace, placeTitle } from './settings/place.tsx'
import { AccountProfile } from './settings/profile.tsx'
import { AccountProviders, providersFor } from './settings/providers.tsx'
import { AccountSessions } from './settings/sessions.tsx'

export { loadAccount } from './account-loader.ts'

type AccountPageData = Awaited<ReturnType<typeof loadAccount>>

const route = getRouteApi('/account')

export function Page() {
  const { account, sessions, events, apiKeys, providers, subscription, place } = route.useLoaderData()
  const { error, provider } = route.useSearch()
  const { auth } = usePageContext()
  const [end, setEnd] = useState<'gone' | 'unsure'>()
  const signOut = useSignOut()
  // a press before would be lost
  const hydrated = useHydrated()
  useFollowServer({ account, subscription }, end === undefined)
  useEffect(() => {
    if (!place) return
    markMember(true)
    markInvited(place.invitedAt !== null)
  }, [place])
  const keyCount = apiKeys.filter(isActiveKey).length
  if (end) return <Erased isErased={end === 'gone'} />
  return (
    <FactorPrompt key={account.user.id}>
      <div className="page-column pt-[calc(var(--spacing-header)+2rem)] pb-16">
        <AuthHead title={m.account_page_account()} />
        <div className="flex flex-wrap items-end justify-between gap-4 pb-10">
          <div className="min-w-0">
            <h1 className="font-voice text-5xl font-[560]">{m.account_title()}</h1>
            <p className="mt-2 text-muted wrap-anywhere">
              <Name>{account.user.email}</Name>
            </p>
          </div>
          <Button variant="quiet" disabled={!hydrated} onClick={signOut}>
            {m.auth_sign_out()}
          </Button>
        </div>
        <noscript>
          <p className="pb-10 font-semibold">{m.account_noscript()}</p>
        </noscript>
        <AccountIndex hasProviders={providersFor(account, providers).length > 0} place={place && placeTitle(place.invitedAt)} />
        <AccountProfile user={account.user} />
        {place && <AccountPlace status={place} />}
        <SettingsSection id="plan" title={m.account_plan()}>
          <SubscriptionCard subscription={subscription} />
        </SettingsSection>
        <AccountEmail account={account} />
        <AccountPassword account={account} />
        <AccountSecondFactor account={account} keyCount={keyCount} />
        <AccountProviders account={account} available={providers} error={error} provider={provider} />
        <AccountSessions sessions={sessions} keyCount={keyCount} />
        <ApiKeys keys={apiKeys} account={account} />
        <AccountActivity events={events} />
        <AccountData
          account={account}
          onErased={(isErased) => {
            setEnd(isErased ? 'gone' : 'unsure')
            clearWaitlistEntry(account.user.email)
            // the entry keeps the address it joined with
            if (place) clearWaitlistEntry(place.email)
            emitSessionEvent(auth, 'signed_out', null)
          }}
        />
      </div>
    </FactorPrompt>
  )
}

const accountPollMs = 20_000

/** Shows plan, sessions and settings as the server knows them, also after a change in another tab or on another device. */
function useFollowServer({ account, subscription }: Pick<AccountPageData, 'account' | 'subscription'>, isActive: boolean) {
  const router = useRouter()
  const { api } = usePageContext()
  const shown = JSON.stringify([account, subscription])
  const reload = useCallback(
    async (reason: SyncReason) => {
      if (!isActive) return
      try {
        // asked first: a loader that fails would replace the page, and what is typed in it
        const { auth, billing } = await api()
        const found = await Promise.all([auth.account.query(), billing.subscription.query().catch(failedPlan)])
        // another tab has signed in as someone else, in a way that stored no event: the whole page changes its user
        if (found[0].user.id !== account.user.id) return await refreshSession(router)
        const known = JSON.stringify(found)
        if (reason === 'change' || known !== shown) await router.invalidate()
      } catch (error) {
        if (!isSignedOut(error)) throw error
        await refreshSession(router)
      }
    },
    [isActive, api, shown, account.user.id, router],
  )
  useServerSync(accountChannel, reload, { pollMs: isActive ? accountPollMs : null })
}

function AccountData({ account, onErased }: { account: Account; onErased: (isErased: boolean) => void }) {
  return (
    <SettingsSection id="data" title={m.account_data()}>
      <div className="grid max-w-xl gap-8">
        <div>
          <p className="mb-3 max-w-[52ch]">{m.account_download_text()}</p>
          <AccountDataExport />
        </div>
        <div className="border-t border-line pt-8">
          <p className="mb-3 max-w-[52ch]">{m.account_erase_text()}</p>
          <DeleteAccount account={account} onErased={onErased} />
        </div>
      </div>
    </SettingsSection>
  )
}

function Erased({ isErased }: { isErased: boolean }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    window.scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <section className="notice">
      <AuthHead title={m.account_page_account()} />
      <h1 ref={title} tabIndex={-1}>
        {isErased ? m.account_erased_title() : m.account_unsure_title()}
      </h1>
      <p className="max-w-[52ch] text-lg">{isErased ? m.account_erased_text() : m.account_unsure_text()}</p>
      <Link to="/" className={`${buttonClasses('primary', 'lg')} no-underline!`}>
        {m.auth_home()}
      </Link>
    </section>
  )
}
