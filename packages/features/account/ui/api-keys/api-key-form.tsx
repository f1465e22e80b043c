import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { Option } from '@duo/platform/browser/ui/forms/option.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type Scope, scopes } from '@duo/platform/shared/scopes.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import { useRef, useState } from 'react'
import { labelMaxLength, labelProblem, normalizeName } from '#auth/rules.ts'
import type { AccountAction } from '#second-factor/ui/factors/factor-section.tsx'
import { ProofForm } from '#second-factor/ui/factors/proof-form.tsx'
import { failureResult } from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import { maxApiKeyDays, maxApiKeys } from '../../api-key-rules.ts'
import type { createApiKeyInput } from '../../api-key-schema.ts'
import { scopeTexts } from './scope-texts.ts'

const field: FieldOf<typeof createApiKeyInput> = (name) => name

const lifetimes = [30, 90, maxApiKeyDays]

interface ApiKeyFormProps {
  hasPassword: boolean
  action: AccountAction
  onCancel: () => void
  onCreated: (created: { token: string; name: string }) => void
}

export function ApiKeyForm({ hasPassword, action, onCancel, onCreated }: ApiKeyFormProps) {
  const nameInput = useRef<HTMLInputElement>(null)
  const firstScope = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<readonly Scope[]>([])
  const [days, setDays] = useState(90)
  const [nameError, setNameError] = useState<string>()
  const [hasScopeError, setScopeError] = useState(false)

  const name = () => normalizeName(nameInput.current?.value ?? '')
  const isReady = () => {
    const isNamed = labelProblem(name()) === null
    setNameError(isNamed ? undefined : m.account_api_name_required())
    setScopeError(chosen.length === 0)
    if (!isNamed) nameInput.current?.focus()
    else if (chosen.length === 0) firstScope.current?.focus()
    return isNamed && chosen.length > 0
  }
  const create = async (password: string | null) => {
    const input = { name: name(), scopes: [...chosen], days, password }
    const api = await action.api()
    const answer = await api.auth.createApiKey.mutate(input).catch((error: unknown) => {
      // the key may exist although the response was lost, so reload the list
      void action.router.invalidate()
      throw error
    })
    if (answer.error === 'too_many') return failureResult(m.account_api_full({ count: maxApiKeys }))
    if (answer.error !== null) return answer.error
    onCreated({ token: answer.token, name: answer.key.name })
    await action.router.invalidate()
    return null
  }
  return (
    <ProofForm
      hasPassword={hasPassword}
      action={action}
      submit={m.account_api_create()}
      onCancel={onCancel}
      isReady={isReady}
      act={create}
    >
      <Field
        ref={nameInput}
        name={field('name')}
        label={m.account_api_name()}
        hint={m.account_api_name_hint()}
        error={nameError}
        onInput={() => setNameError(undefined)}
        maxLength={labelMaxLength}
        autoComplete="off"
        readOnly={action.busy}
        required
      />
      <fieldset aria-describedby={hasScopeError ? 'api-key-scopes-error' : undefined} className="mt-2">
        <legend className="mb-2 text-sm font-semibold">{m.account_api_scopes()}</legend>
        <div className="grid gap-2">
          {scopes.map((scope, n) => (
            <Option
              key={scope}
              ref={n === 0 ? firstScope : undefined}
              type="checkbox"
              variant="row"
              checked={chosen.includes(scope)}
              onChange={({ target }) => {
                setScopeError(false)
                setChosen(target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope))
              }}
            >
              {scopeTexts[scope]()}{' '}
              <code translate="no" className="text-sm opacity-80">
                {scope}
              </code>
            </Option>
          ))}
        </div>
        <p id="api-key-scopes-error" aria-live="polite" className="mt-2 min-h-6 text-sm font-semibold text-danger">
          {hasScopeError && m.account_api_scopes_required()}
        </p>
      </fieldset>
      <fieldset className="mb-6">
        <legend className="mb-2 text-sm font-semibold">{m.account_api_days()}</legend>
        <div className="flex flex-wrap gap-2">
          {lifetimes.map((count) => (
            <Option key={count} type="radio" name={field('days')} checked={days === count} onChange={() => setDays(count)}>
              {m.account_api_days_count({ count })}
            </Option>
          ))}
        </div>
      </fieldset>
    </ProofForm>
  )
}
