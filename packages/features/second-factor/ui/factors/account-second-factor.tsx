import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { SettingsSection } from '#auth/ui/settings-section.tsx'
import type { FactorAccount } from '../../schema.ts'
import { ActionMessage, successResult, useAccountAction } from '../fresh-factor/use-account-action.tsx'
import { RecoveryNotice } from '../second-step/recovery-notice.tsx'
import { CodeSection } from './code-section.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { RecoveryCodeCount } from './recovery-code-count.tsx'
import { RecoveryCodeSheet } from './recovery-code-sheet.tsx'

export function AccountSecondFactor({ account, keyCount }: { account: FactorAccount; keyCount: number }) {
  const { passkeys, codesSince, isDemanded, recovery } = account.secondFactors
  const hasFactor = passkeys.length > 0 || codesSince !== null
  const [codes, setCodes] = useState<string[] | null>(null)
  const [hasSavedCodes, setHasSavedCodes] = useState(false)
  const cancelAction = useAccountAction()
  const codesAction = useAccountAction()
  const count = useRef<HTMLHeadingElement>(null)
  // also when the count appears: a quick user has saved the codes before the account is loaded again
  useEffect(() => {
    if (hasSavedCodes && hasFactor) count.current?.focus()
  }, [hasSavedCodes, hasFactor])

  const show = (newCodes: string[] | null) => {
    if (newCodes === null) return
    setHasSavedCodes(false)
    setCodes(newCodes)
  }
  const cancel = () =>
    cancelAction.run(async () => {
      await (await cancelAction.api()).auth.cancelFactorRecovery.mutate()
      await cancelAction.router.invalidate()
      return successResult(m.second_factor_running_cancelled())
    })
  return (
    <SettingsSection id="second-factor" title={m.second_factor_title()} text={m.second_factor_text()}>
      {isDemanded && !hasFactor && (
        <p className="mb-8 max-w-xl border-l-4 border-voice-bright pl-4 font-semibold">{m.second_factor_demanded()}</p>
      )}
      {!hasFactor && keyCount > 0 && (
        <p className="mb-8 max-w-xl border-l-4 border-overlap pl-4 font-semibold">
          {m.second_factor_keys_before({ count: keyCount })}
        </p>
      )}
      <div className="mb-8 max-w-xl empty:hidden has-[>p:only-child:empty]:hidden">
        {recovery && <RecoveryNotice recovery={recovery} busy={cancelAction.busy} onCancel={cancel} />}
        <ActionMessage result={cancelAction.result} />
      </div>
      {codes && (
        <div className="mb-8">
          <RecoveryCodeSheet
            codes={codes}
            email={account.user.email}
            onSaved={() => {
              setCodes(null)
              setHasSavedCodes(true)
            }}
          />
        </div>
      )}
      <div className="grid max-w-xl gap-8">
        <PasskeyList account={account} onCodes={show} />
        <CodeSection account={account} onCodes={show} />
        {hasFactor && (
          <RecoveryCodeCount
            account={account}
            action={codesAction}
            result={
              hasSavedCodes && !codesAction.busy && !codesAction.result
                ? successResult(m.second_factor_recovery_kept())
                : codesAction.result
            }
            titleRef={count}
            onCodes={show}
          />
        )}
      </div>
    </SettingsSection>
  )
}
