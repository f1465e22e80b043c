import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { useLocalDate } from '@duo/platform/browser/local-date.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { Name, named } from '@duo/platform/browser/ui/name.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import type { FactorAccount, Passkey } from '../../schema.ts'
import { failureResult, successResult } from '../fresh-factor/use-account-action.tsx'
import { usePasskeyName } from './add-passkey.tsx'
import type { AccountAction } from './factor-section.tsx'
import { ProofForm } from './proof-form.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  account: FactorAccount
  action: AccountAction
  onRemoved: () => Promise<unknown>
}

export function PasskeyRow({ passkey, account, action, onRemoved }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const rename = useFocusBack(open === 'rename')
  const remove = useFocusBack(open === 'remove')
  const hydrated = useHydrated()
  const formatDay = useLocalDate()
  return (
    <li className="border-t border-line py-4 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-48 flex-1">
          <Name className="block font-semibold wrap-anywhere">{name}</Name>
          <span className="text-sm text-muted">
            {m.second_factor_passkey_since({ date: formatDay(createdAt) })},{' '}
            {lastUsedAt ? m.second_factor_passkey_used({ date: formatDay(lastUsedAt) }) : m.second_factor_passkey_unused()}
          </span>
        </p>
        {open === null && (
          <div className="flex gap-2">
            <Button
              ref={rename}
              variant="quiet"
              disabled={!hydrated}
              aria-label={m.second_factor_passkey_rename_label({ name })}
              onClick={() => setOpen('rename')}
            >
              {m.second_factor_passkey_rename()}
            </Button>
            <Button
              ref={remove}
              variant="quiet"
              disabled={!hydrated}
              aria-label={m.second_factor_passkey_remove_label({ name })}
              onClick={() => setOpen('remove')}
            >
              {m.second_factor_passkey_remove()}
            </Button>
          </div>
        )}
      </div>
      {open === 'rename' && <RenameForm passkey={passkey} action={action} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <RemoveForm passkey={passkey} account={account} action={action} onClose={() => setOpen(null)} onRemoved={onRemoved} />
      )}
    </li>
  )
}

function RenameForm({ passkey, action, onClose }: { passkey: Passkey; action: AccountAction; onClose: () => void }) {
  const { busy, run, clear, api, router } = action
  const { value, isReady, field } = usePasskeyName(passkey.name)
  useEffect(() => {
    field.ref.current?.focus()
    field.ref.current?.select()
  }, [field.ref])
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady()) return clear()
    return run(async () => {
      await (await api()).auth.renamePasskey.mutate({ id: passkey.id, name: value() })
      await router.invalidate()
      onClose()
      return successResult(named((name) => m.second_factor_passkey_renamed({ name }), value()))
    })
  }
  return (
    <form noValidate method="post" onSubmit={save} onInput={clear} className="mt-4 max-w-xl">
      <Field {...field} readOnly={busy} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" busy={busy} aria-disabled={busy || undefined}>
          {m.second_factor_passkey_rename_submit()}
        </Button>
        <Button variant="quiet" aria-disabled={busy || undefined} onClick={() => busy || onClose()}>
          {m.second_factor_cancel()}
        </Button>
      </div>
    </form>
  )
}

function RemoveForm({ passkey, account, action, onClose, onRemoved }: PasskeyRowProps & { onClose: () => void }) {
  const { id, name } = passkey
  const { passkeys, codesSince } = account.secondFactors
  const remove = async (password: string | null) => {
    try {
      const { error } = await (await action.api()).auth.removePasskey.mutate({ id, password })
      if (error === 'last_factor') return failureResult(m.second_factor_last())
      if (error) return error
    } catch (error) {
      if (failureCode(error) !== 'not_found') throw error
    }
    await onRemoved()
    return successResult(named((shown) => m.second_factor_passkey_removed({ name: shown }), name))
  }
  return (
    <ProofForm
      hasPassword={account.hasPassword}
      action={action}
      submit={m.second_factor_passkey_remove_submit()}
      danger
      onCancel={onClose}
      act={remove}
    >
      <p className="mb-4 wrap-anywhere">
        {named((shown) => `${m.second_factor_passkey_remove_what({ name: shown })} `, name)}
        {passkeys.length === 1 && codesSince === null && <span>{m.second_factor_remove_last()}</span>}
      </p>
    </ProofForm>
  )
}
