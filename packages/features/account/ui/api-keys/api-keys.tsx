import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { named } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { SettingsSection } from '#auth/ui/settings-section.tsx'
import { ActionMessage, successResult, useAccountAction } from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import { maxApiKeys } from '../../api-key-rules.ts'
import type { ApiKeyEntry } from '../../api-key-schema.ts'
import type { Account } from '../../schema.ts'
import { ApiKeyForm } from './api-key-form.tsx'
import { ApiKeyRow } from './api-key-row.tsx'
import { ApiKeySheet } from './api-key-sheet.tsx'

interface ApiKeysProps {
  keys: readonly ApiKeyEntry[]
  account: Pick<Account, 'hasPassword' | 'secondFactors'>
}

export const isActiveKey = ({ expiresAt }: ApiKeyEntry) => Date.parse(expiresAt) > Date.now()

export function ApiKeys({ keys, account: { hasPassword, secondFactors } }: ApiKeysProps) {
  const action = useAccountAction()
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<{ token: string; name: string } | null>(null)
  const [saved, setSaved] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const opener = useFocusBack(isOpen || shown !== null)
  const hydrated = useHydrated()
  const active = keys.filter(isActiveKey)
  const hasFactor = secondFactors.passkeys.length > 0 || secondFactors.codesSince !== null
  return (
    <SettingsSection id="api-keys" title={m.account_api_title()} text={m.account_api_text()}>
      {!hasFactor && (
        <p className="mb-6 max-w-xl border-l-4 border-overlap pl-4 font-semibold">{m.account_api_before_factor()}</p>
      )}
      <div ref={list} tabIndex={-1} className="max-w-xl">
        {keys.length === 0 ? (
          <p className="text-muted">{m.account_api_none()}</p>
        ) : (
          <ul>
            {keys.map((key) => (
              <ApiKeyRow key={key.id} apiKey={key} action={action} onRevoked={() => list.current?.focus()} />
            ))}
          </ul>
        )}
      </div>
      {shown && (
        <ApiKeySheet
          {...shown}
          onSaved={() => {
            setSaved(shown.name)
            setShown(null)
          }}
        />
      )}
      {isOpen && (
        <ApiKeyForm
          hasPassword={hasPassword}
          action={action}
          onCancel={() => setOpen(false)}
          onCreated={(created) => {
            setOpen(false)
            setSaved(null)
            setShown(created)
          }}
        />
      )}
      {!isOpen && !shown && active.length < maxApiKeys && (
        <Button ref={opener} variant="quiet" className="mt-4" disabled={!hydrated} onClick={() => setOpen(true)}>
          {m.account_api_new()}
        </Button>
      )}
      {!isOpen && active.length >= maxApiKeys && (
        <p className="mt-4 text-sm text-muted">{m.account_api_full({ count: maxApiKeys })}</p>
      )}
      <p className="mt-4 text-sm">
        <a href="/api/docs" className="text-link inline-flex min-h-touch items-center font-semibold">
          {m.account_api_docs()}
        </a>
      </p>
      <ActionMessage
        result={
          saved && !action.busy && !action.result
            ? successResult(named((name) => m.account_api_saved({ name }), saved))
            : action.result
        }
      />
    </SettingsSection>
  )
}
