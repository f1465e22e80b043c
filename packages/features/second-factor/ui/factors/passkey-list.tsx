import { m } from '@duo/platform/i18n/messages.ts'
import { useRef } from 'react'
import { maxPasskeys } from '../../rules.ts'
import { useAccountAction } from '../fresh-factor/use-account-action.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { FactorSection, type FactorSectionProps } from './factor-section.tsx'
import { PasskeyRow } from './passkey-row.tsx'

export function PasskeyList({ account, onCodes }: FactorSectionProps) {
  const action = useAccountAction()
  const title = useRef<HTMLHeadingElement>(null)
  const { passkeys } = account.secondFactors
  const refresh = async () => {
    await action.router.invalidate()
    title.current?.focus()
  }
  return (
    <FactorSection
      id="passkeys"
      title={m.second_factor_passkeys()}
      text={m.second_factor_passkeys_text()}
      titleRef={title}
      result={action.result}
    >
      {passkeys.length > 0 && (
        <ul className="mt-6 max-w-xl">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} account={account} action={action} onRemoved={refresh} />
          ))}
        </ul>
      )}
      {passkeys.length < maxPasskeys ? (
        <AddPasskey
          account={account}
          action={action}
          onAdded={async (codes) => {
            await refresh()
            onCodes(codes)
          }}
        />
      ) : (
        <p className="mt-4 text-sm text-muted">{m.second_factor_passkey_full({ count: maxPasskeys })}</p>
      )}
    </FactorSection>
  )
}
