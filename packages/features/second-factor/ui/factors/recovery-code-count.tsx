import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { recoveryCodeCount } from '../../rules.ts'
import type { ActionResult } from '../fresh-factor/use-account-action.tsx'
import { type AccountAction, FactorSection, type FactorSectionProps } from './factor-section.tsx'
import { ProofForm } from './proof-form.tsx'

interface RecoveryCodeCountProps extends FactorSectionProps {
  action: AccountAction
  result: ActionResult | null
  titleRef: React.Ref<HTMLHeadingElement>
}

export function RecoveryCodeCount({ account, action, result, titleRef, onCodes }: RecoveryCodeCountProps) {
  const [isOpen, setOpen] = useState(false)
  const opener = useFocusBack(isOpen)
  const hydrated = useHydrated()
  const { recoveryCodesLeft: count } = account.secondFactors
  const createCodes = async (password: string | null) => {
    const answer = await (await action.api()).auth.newRecoveryCodes.mutate({ password })
    if (answer.error !== null) return answer.error
    setOpen(false)
    await action.router.invalidate()
    onCodes(answer.recoveryCodes)
    return null
  }
  return (
    <FactorSection
      id="recovery"
      title={m.second_factor_recovery()}
      text={m.second_factor_recovery_text()}
      titleRef={titleRef}
      result={result}
    >
      <p className="mt-4 font-semibold">{m.second_factor_recovery_left({ count, all: recoveryCodeCount })}</p>
      {isOpen ? (
        <ProofForm
          hasPassword={account.hasPassword}
          action={action}
          submit={m.second_factor_recovery_make()}
          onCancel={() => setOpen(false)}
          act={createCodes}
        >
          <p className="mb-4">{m.second_factor_recovery_make_what()}</p>
        </ProofForm>
      ) : (
        <Button ref={opener} variant="quiet" disabled={!hydrated} className="mt-4" onClick={() => setOpen(true)}>
          {m.second_factor_recovery_make()}
        </Button>
      )}
    </FactorSection>
  )
}
