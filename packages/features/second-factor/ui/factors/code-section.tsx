import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { useLocalDate } from '@duo/platform/browser/local-date.tsx'
import { useLazyComponent } from '@duo/platform/browser/parts/use-lazy-component.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { actionErrorText } from '#auth/ui/error-messages.ts'
import { failureCode } from '#auth/ui/trpc-errors.ts'
import { failureResult, successResult, useAccountAction } from '../fresh-factor/use-account-action.tsx'
import { clockText } from '../second-step/step-texts.ts'
import { FactorSection, type FactorSectionProps, withEnded } from './factor-section.tsx'
import { ProofForm } from './proof-form.tsx'

type Step = { status: 'closed' | 'proving' } | { status: 'setup'; secret: string; uri: string }

export function CodeSection({ account, onCodes }: FactorSectionProps) {
  const action = useAccountAction()
  const title = useRef<HTMLHeadingElement>(null)
  const [step, setStep] = useState<Step>({ status: 'closed' })
  const opener = useFocusBack(step.status !== 'closed')
  const hydrated = useHydrated()
  const formatDay = useLocalDate()
  const [CodeSetup, loadSetup] = useLazyComponent(async () => (await import('./code-setup.tsx')).CodeSetup)
  const { codesSince, passkeys } = account.secondFactors
  const close = () => setStep({ status: 'closed' })
  const { api, router, run } = action

  const finish = async () => {
    close()
    await router.invalidate()
    title.current?.focus()
  }
  const start = async (password: string | null) => {
    const answer = await (await api()).auth.startCodes.mutate({ password })
    if (answer.error !== null) return answer.error
    loadSetup(close)
    setStep({ status: 'setup', secret: answer.secret, uri: answer.uri })
    return null
  }
  const stop = async (password: string | null) => {
    try {
      const { error } = await (await api()).auth.removeCodes.mutate({ password })
      if (error === 'last_factor') return failureResult(m.second_factor_last())
      if (error) return error
    } catch (error) {
      if (failureCode(error) !== 'not_found') throw error
    }
    await finish()
    return successResult(m.second_factor_codes_removed())
  }
  const confirm = async (code: string): Promise<string | null> => {
    try {
      const answer = await (await api()).auth.confirmCodes.mutate({ code })
      if (answer.error === 'clock_off') return clockText(answer.clockOff)
      if (answer.error === 'already_on') {
        await run(async () => {
          await finish()
          return successResult(m.second_factor_codes_already())
        })
        return null
      }
      if (answer.error) return answer.error === 'setup_over' ? m.second_factor_codes_over() : m.second_factor_code_wrong()
      await run(async () => {
        await finish()
        onCodes(answer.recoveryCodes)
        return successResult(withEnded(m.second_factor_codes_done(), answer))
      })
      return null
    } catch (error) {
      console.error(error)
      return actionErrorText(error, m.auth_account_failed())
    }
  }
  return (
    <FactorSection
      id="one-time-codes"
      title={m.second_factor_codes()}
      text={m.second_factor_codes_text()}
      titleRef={title}
      result={action.result}
    >
      {codesSince && <p className="mt-4 font-semibold">{m.second_factor_codes_since({ date: formatDay(codesSince) })}</p>}
      {step.status === 'closed' && (
        <Button
          ref={opener}
          variant="quiet"
          disabled={!hydrated}
          className="mt-4"
          onClick={() => {
            if (!codesSince) loadSetup()
            setStep({ status: 'proving' })
          }}
        >
          {codesSince ? m.second_factor_codes_stop() : m.second_factor_codes_start()}
        </Button>
      )}
      {step.status === 'proving' && (
        <ProofForm
          hasPassword={account.hasPassword}
          action={action}
          submit={codesSince ? m.second_factor_codes_stop() : m.second_factor_go_on()}
          danger={codesSince !== null}
          onCancel={close}
          act={codesSince ? stop : start}
        >
          {codesSince && (
            <p className="mb-4">
              <span>{m.second_factor_codes_stop_what()} </span>
              {passkeys.length === 0 && <span>{m.second_factor_remove_last()}</span>}
            </p>
          )}
        </ProofForm>
      )}
      {step.status === 'setup' && CodeSetup && (
        <CodeSetup secret={step.secret} uri={step.uri} confirm={confirm} onCancel={close} />
      )}
    </FactorSection>
  )
}
