import { useLocalDate } from '@duo/platform/browser/local-date.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import type { Provider } from '#auth/rules.ts'
import { link } from '#auth/ui/auth-client.ts'
import { providerNames, providerText, redirectErrorText } from '#auth/ui/error-messages.ts'
import { SettingsSection } from '#auth/ui/settings-section.tsx'
import { ProviderMark } from '#auth/ui/sign-in/provider-buttons.tsx'
import {
  ActionMessage,
  failureResult,
  successResult,
  useAccountAction,
} from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import type { Account } from '../../schema.ts'

interface AccountProvidersProps {
  account: Account
  available: readonly Provider[]
  error: string | undefined
  provider: string | undefined
}

export const providersFor = (account: Account, available: readonly Provider[]): Provider[] =>
  keysOf(providerNames).filter((name) => available.includes(name) || account.providers.some(({ id }) => id === name))

export function AccountProviders({ account, available, error, provider }: AccountProvidersProps) {
  const linked = new Map(account.providers.map(({ id, linkedAt }) => [id, linkedAt]))
  const visibleProviders = providersFor(account, available)
  const { busy, result, run, api, router } = useAccountAction()
  const formatDay = useLocalDate()
  if (visibleProviders.length === 0) return null

  const connect = (id: Provider) =>
    run(async () => {
      const answer = await link(id, localizePath(`/account?provider=${id}`, getLocale()))
      if (answer.error !== null) return failureResult(redirectErrorText(answer, id))
      location.assign(answer.url)
      return null
    })
  const disconnect = (id: Provider) =>
    run(async () => {
      const { error } = await (await api()).auth.unlinkProvider.mutate({ provider: id })
      if (error) return failureResult(m.account_last_method())
      await router.invalidate()
      return successResult(m.account_unlinked({ provider: providerNames[id] }))
    })
  const redirectResult = error === undefined ? null : failureResult(providerText(error, provider))
  return (
    <SettingsSection id="providers" title={m.account_providers()} text={m.account_providers_text()}>
      <ul className="max-w-xl">
        {visibleProviders.map((id) => {
          const since = linked.get(id)
          const names = { provider: providerNames[id] }
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4 first:border-0 first:pt-0"
            >
              <ProviderMark provider={id} />
              <p className="min-w-0 flex-1">
                <span className="block font-semibold">{providerNames[id]}</span>
                <span className="text-sm text-muted">
                  {since ? m.account_linked({ date: formatDay(since) }) : m.account_not_linked()}
                </span>
              </p>
              <Button
                variant="quiet"
                aria-disabled={busy || undefined}
                aria-label={since ? m.account_unlink_label(names) : m.account_link_label(names)}
                onClick={() => (since ? disconnect(id) : connect(id))}
              >
                {since ? m.account_unlink() : m.account_link()}
              </Button>
            </li>
          )
        })}
      </ul>
      <ActionMessage result={result ?? redirectResult} />
    </SettingsSection>
  )
}
