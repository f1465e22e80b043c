import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { tidyName } from '../../rules.ts'
import type { Account } from '../../schema.ts'
import { passkeyNameMaxLength, passkeyNameProblem, passkeysAtMost } from '../../second-factor-rules.ts'
import { done, refused } from '../account/use-account-action.tsx'
import { deviceName } from '../activity/device-name.ts'
import { type CeremonyFailure, makePasskey } from '../second-step/passkey-ceremony.ts'
import { failureCode } from '../trpc-errors.ts'
import { type Action, useFocusBack } from './factor-section.tsx'
import { ProofForm } from './proof-form.tsx'

const failures: Record<CeremonyFailure, () => string> = {
  cancelled: m.auth_factor_passkey_cancelled,
  aborted: m.auth_factor_passkey_cancelled,
  already: m.auth_factor_passkey_already,
  unsupported: m.auth_factor_passkey_unsupported,
}

interface AddPasskeyProps {
  account: Account
  action: Action
  onAdded: (recoveryCodes: string[] | null) => Promise<unknown>
}

/** Asks for a name and the password, then lets the browser make the passkey. */
export function AddPasskey({ account, action, onAdded }: AddPasskeyProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useFocusBack(isOpen)
  const hydrated = useHydrated()
  const name = usePasskeyName(deviceName(hydrated ? navigator.userAgent : null))
  const add = async (password: string | null) => {
    const { auth } = await action.api()
    const full = () => refused(m.auth_factor_passkey_full({ count: passkeysAtMost }))
    const begun = await auth.passkeyOptions.mutate({ password }).catch((error: unknown) => {
      if (failureCode(error) !== 'conflict') throw error
      return null
    })
    if (begun === null) return full()
    if (begun.error !== null) return begun.error
    // the router's types describe the binary inputs of extensions otherwise; the options are JSON
    const { failure, response } = await makePasskey(begun.options as PublicKeyCredentialCreationOptionsJSON)
    if (failure) return refused(failures[failure]())
    const answer = await auth.addPasskey.mutate({ response, name: name.value() })
    if (answer.error) return refused(m.auth_factor_passkey_not_added())
    setOpen(false)
    await onAdded(answer.recoveryCodes)
    return done(m.auth_factor_passkey_done({ name: name.value() }))
  }
  if (!isOpen)
    return (
      <Button ref={opener} variant="quiet" disabled={!hydrated} className="mt-4" onClick={() => setOpen(true)}>
        {m.auth_factor_passkey_add()}
      </Button>
    )
  return (
    <ProofForm
      hasPassword={account.hasPassword}
      action={action}
      submit={m.auth_factor_go_on()}
      onCancel={() => setOpen(false)}
      isReady={name.isReady}
      act={add}
    >
      <Field {...name.field} readOnly={action.busy} hint={m.auth_factor_passkey_name_hint()} />
    </ProofForm>
  )
}

/** The field of a passkey's name, and what is wrong with it. */
export function usePasskeyName(first: string) {
  const input = useRef<HTMLInputElement>(null)
  const named = useRef(first)
  const [error, setError] = useState<string>()
  return {
    /** The name as the server stores it. */
    value: () => named.current,
    isReady: () => {
      named.current = tidyName(input.current?.value ?? '')
      if (passkeyNameProblem(named.current) === null) return true
      setError(m.auth_factor_passkey_name_required())
      input.current?.focus()
      return false
    },
    field: {
      ref: input,
      name: 'passkey-name',
      label: m.auth_factor_passkey_name(),
      defaultValue: first,
      error,
      onInput: () => setError(undefined),
      maxLength: passkeyNameMaxLength,
      autoComplete: 'off',
      required: true,
    },
  }
}
