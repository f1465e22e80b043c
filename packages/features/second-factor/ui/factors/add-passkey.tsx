import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { named } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { labelMaxLength, labelProblem, normalizeName } from '#auth/rules.ts'
import { deviceName } from '#auth/ui/device-name.ts'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import { maxPasskeys } from '../../rules.ts'
import type { FactorAccount } from '../../schema.ts'
import { failureResult, successResult } from '../fresh-factor/use-account-action.tsx'
import { type CeremonyFailure, createPasskey } from '../second-step/passkey-ceremony.ts'
import { type AccountAction, withEnded } from './factor-section.tsx'
import { ProofForm } from './proof-form.tsx'

const failures: Record<CeremonyFailure, () => string> = {
  cancelled: m.second_factor_passkey_cancelled,
  aborted: m.second_factor_passkey_cancelled,
  already: m.second_factor_passkey_already,
  unsupported: m.second_factor_passkey_unsupported,
}

interface AddPasskeyProps {
  account: FactorAccount
  action: AccountAction
  onAdded: (recoveryCodes: string[] | null) => Promise<unknown>
}

export function AddPasskey({ account, action, onAdded }: AddPasskeyProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useFocusBack(isOpen)
  const hydrated = useHydrated()
  const name = usePasskeyName(deviceName(hydrated ? navigator.userAgent : null))
  const add = async (password: string | null) => {
    const { auth } = await action.api()
    const tooManyPasskeys = () => failureResult(m.second_factor_passkey_full({ count: maxPasskeys }))
    const start = await auth.passkeyOptions.mutate({ password }).catch((error: unknown) => {
      if (failureCode(error) !== 'conflict') throw error
      return null
    })
    if (start === null) return tooManyPasskeys()
    if (start.error !== null) return start.error
    // the router's types differ for the binary inputs of extensions; the options are JSON
    const { failure, response } = await createPasskey(start.options)
    if (failure) return failureResult(failures[failure]())
    const answer = await auth.addPasskey.mutate({ response, name: name.value() })
    if (answer.error) return failureResult(m.second_factor_passkey_not_added())
    setOpen(false)
    await onAdded(answer.recoveryCodes)
    return successResult(named((shown) => withEnded(m.second_factor_passkey_done({ name: shown }), answer), name.value()))
  }
  if (!isOpen)
    return (
      <Button ref={opener} variant="quiet" disabled={!hydrated} className="mt-4" onClick={() => setOpen(true)}>
        {m.second_factor_passkey_add()}
      </Button>
    )
  return (
    <ProofForm
      hasPassword={account.hasPassword}
      action={action}
      submit={m.second_factor_go_on()}
      onCancel={() => setOpen(false)}
      isReady={name.isReady}
      act={add}
    >
      <Field {...name.field} readOnly={action.busy} hint={m.second_factor_passkey_name_hint()} />
    </ProofForm>
  )
}

export function usePasskeyName(initialName: string) {
  const input = useRef<HTMLInputElement>(null)
  const nameRef = useRef(initialName)
  const [error, setError] = useState<string>()
  return {
    value: () => nameRef.current,
    isReady: () => {
      nameRef.current = normalizeName(input.current?.value ?? '')
      if (labelProblem(nameRef.current) === null) return true
      setError(m.second_factor_passkey_name_required())
      input.current?.focus()
      return false
    },
    field: {
      ref: input,
      name: 'passkey-name',
      label: m.second_factor_passkey_name(),
      defaultValue: initialName,
      error,
      onInput: () => setError(undefined),
      maxLength: labelMaxLength,
      autoComplete: 'off',
      required: true,
    },
  }
}
