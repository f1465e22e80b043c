import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useRef, useState } from 'react'
import type { Account } from '../../schema.ts'
import { AccountPart } from '../account/settings-section.tsx'
import { done, Outcome, useAction } from '../account/use-account-action.tsx'
import { RecoveryNotice } from '../second-step/recovery-notice.tsx'
import { CodeSection } from './code-section.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { RecoveryCodeCount } from './recovery-code-count.tsx'
import { RecoveryCodeSheet } from './recovery-code-sheet.tsx'

/** Two-step sign-in on the account page: passkeys, one-time codes, recovery codes, and a recovery under way. */
export function AccountSecondFactor({ account }: { account: Account }) {
  const { passkeys, codesSince, isDemanded, recovery } = account.secondFactors
  const hasFactor = passkeys.length > 0 || codesSince !== null
  const [codes, setCodes] = useState<string[] | null>(null)
  const [kept, setKept] = useState(false)
  const cancelling = useAction()
  const making = useAction()
  const count = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (kept) count.current?.focus()
  }, [kept])

  const show = (made: string[] | null) => {
    if (made === null) return
    setKept(false)
    setCodes(made)
  }
  const cancel = () =>
    cancelling.run(async () => {
      await (await cancelling.api()).auth.cancelFactorRecovery.mutate()
      await cancelling.router.invalidate()
      return done(m.auth_factor_running_cancelled())
    })
  return (
    <AccountPart id="second-factor" title={m.auth_factor_title()} text={m.auth_factor_text()}>
      {isDemanded && !hasFactor && (
        <p className="mb-8 max-w-xl border-l-4 border-voice-bright pl-4 font-semibold">{m.auth_factor_demanded()}</p>
      )}
      <div className="mb-8 max-w-xl empty:hidden has-[>p:only-child:empty]:hidden">
        {recovery && <RecoveryNotice recovery={recovery} busy={cancelling.busy} onCancel={cancel} />}
        <Outcome said={cancelling.said} />
      </div>
      {codes && (
        <div className="mb-8">
          <RecoveryCodeSheet
            codes={codes}
            email={account.user.email}
            onKept={() => {
              setCodes(null)
              setKept(true)
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
            action={making}
            said={kept && !making.busy && !making.said ? done(m.auth_factor_recovery_kept()) : making.said}
            titleRef={count}
            onCodes={show}
          />
        )}
      </div>
    </AccountPart>
  )
}
