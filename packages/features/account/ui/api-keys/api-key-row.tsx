import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { useLocalDate } from '@duo/platform/browser/local-date.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Name, named } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import type { AccountAction } from '#second-factor/ui/factors/factor-section.tsx'
import { successResult } from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import type { ApiKeyEntry } from '../../api-key-schema.ts'
import { scopeTexts } from './scope-texts.ts'

interface ApiKeyRowProps {
  apiKey: ApiKeyEntry
  action: AccountAction
  onRevoked: () => void
}

export function ApiKeyRow({ apiKey, action, onRevoked }: ApiKeyRowProps) {
  const { name, hint, scopes, createdAt, expiresAt, lastUsedAt } = apiKey
  const [isOpen, setOpen] = useState(false)
  const opener = useFocusBack(isOpen)
  const hydrated = useHydrated()
  const formatDay = useLocalDate()
  const expiry = { date: formatDay(expiresAt) }
  const revokeLabel = m.account_api_revoke_label({ name, hint })
  return (
    <li className="border-t border-line py-4 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-48 flex-1">
          <Name className="block font-semibold wrap-anywhere">{name}</Name>
          <span className="block text-sm">{scopes.map((scope) => scopeTexts[scope]()).join(' · ')}</span>
          <span className="mt-1 block text-sm text-muted">
            {m.account_api_made({ date: formatDay(createdAt) })}, {m.account_api_ends_in({ hint })},{' '}
            {lastUsedAt ? m.account_api_used({ date: formatDay(lastUsedAt) }) : m.account_api_unused()},{' '}
            {Date.parse(expiresAt) > Date.now() ? m.account_api_until(expiry) : m.account_api_over(expiry)}
          </span>
        </p>
        {!isOpen && (
          <Button ref={opener} variant="quiet" disabled={!hydrated} aria-label={revokeLabel} onClick={() => setOpen(true)}>
            {m.account_api_revoke()}
          </Button>
        )}
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: it asks a question and has no field
        <div role="group" aria-label={revokeLabel} className="mt-4">
          <RevokeConfirmation apiKey={apiKey} action={action} onClose={() => setOpen(false)} onRevoked={onRevoked} />
        </div>
      )}
    </li>
  )
}

function RevokeConfirmation({ apiKey: { id, name }, action, onClose, onRevoked }: ApiKeyRowProps & { onClose: () => void }) {
  const { busy, run, api, router } = action
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const revoke = () =>
    run(async () => {
      try {
        await (await api()).auth.revokeApiKey.mutate({ id })
      } catch (error) {
        if (failureCode(error) !== 'not_found') throw error
      }
      await router.invalidate()
      onRevoked()
      return successResult(named((shown) => m.account_api_revoked({ name: shown }), name))
    })
  return (
    <>
      <p className="wrap-anywhere">{named((shown) => m.account_api_revoke_what({ name: shown }), name)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="danger" busy={busy} aria-disabled={busy || undefined} onClick={revoke}>
          {m.account_api_revoke_confirm()}
        </Button>
        <Button ref={keep} variant="quiet" aria-disabled={busy || undefined} onClick={() => busy || onClose()}>
          {m.account_api_revoke_keep()}
        </Button>
      </div>
    </>
  )
}
