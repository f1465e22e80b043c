import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useLazyPart } from '../../../shell/ui/pages/use-lazy-component.ts'
import { actionFailure, done, refused, useAction } from '../account/use-account-action.tsx'
import { failureCode } from '../trpc-errors.ts'
import { useLocalDay } from '../use-local-date.ts'
import { FactorSection, type FactorSectionProps, useFocusBack } from './factor-section.tsx'
import { ProofForm } from './proof-form.tsx'

type Step = { is: 'closed' | 'proving' } | { is: 'setup'; secret: string; uri: string }

/** Turns one-time codes of an authenticator app on and off. */
export function CodeSection({ account, onCodes }: FactorSectionProps) {
  const action = useAction()
  const title = useRef<HTMLHeadingElement>(null)
  const [step, setStep] = useState<Step>({ is: 'closed' })
  const opener = useFocusBack(step.is !== 'closed')
  const hydrated = useHydrated()
  const dayOf = useLocalDay()
  const [CodeSetup, loadSetup] = useLazyPart(async () => (await import('./code-setup.tsx')).CodeSetup)
  const { codesSince, passkeys } = account.secondFactors
  const close = () => setStep({ is: 'closed' })
  const { api, router, run } = action

  const finish = async () => {
    close()
    await router.invalidate()
    title.current?.focus()
  }
  const start = async (password: string | null) => {
    const answer = await (await api()).auth.startCodes.mutate({ password })
    if (answer.error !== null) return answer.error
    setStep({ is: 'setup', secret: answer.secret, uri: answer.uri })
    return null
  }
  const stop = async (password: string | null) => {
    try {
      const { error } = await (await api()).auth.removeCodes.mutate({ password })
      if (error === 'last_factor') return refused(m.auth_factor_last())
      if (error) return error
    } catch (error) {
      // another tab has turned them off
      if (failureCode(error) !== 'not_found') throw error
    }
    await finish()
    return done(m.auth_factor_codes_removed())
  }
  const confirm = async (code: string): Promise<string | null> => {
    try {
      const answer = await (await api()).auth.confirmCodes.mutate({ code })
      if (answer.error) return answer.error === 'setup_over' ? m.auth_factor_codes_over() : m.auth_factor_code_wrong()
      await run(async () => {
        await finish()
        onCodes(answer.recoveryCodes)
        return done(m.auth_factor_codes_done())
      })
      return null
    } catch (error) {
      console.error(error)
      return actionFailure(error, m.auth_account_failed())
    }
  }
  return (
    <FactorSection
      id="one-time-codes"
      title={m.auth_factor_codes()}
      text={m.auth_factor_codes_text()}
      titleRef={title}
      said={action.said}
    >
      {codesSince && <p className="mt-4 font-semibold">{m.auth_factor_codes_since({ date: dayOf(codesSince) })}</p>}
      {step.is === 'closed' && (
        <Button
          ref={opener}
          variant="quiet"
          disabled={!hydrated}
          className="mt-4"
          onClick={() => {
            if (!codesSince) loadSetup()
            setStep({ is: 'proving' })
          }}
        >
          {codesSince ? m.auth_factor_codes_stop() : m.auth_factor_codes_start()}
        </Button>
      )}
      {step.is === 'proving' && (
        <ProofForm
          hasPassword={account.hasPassword}
          action={action}
          submit={codesSince ? m.auth_factor_codes_stop() : m.auth_factor_go_on()}
          danger={codesSince !== null}
          onCancel={close}
          act={codesSince ? stop : start}
        >
          {codesSince && (
            <p className="mb-4">
              {m.auth_factor_codes_stop_what()} {passkeys.length === 0 && m.auth_factor_remove_last()}
            </p>
          )}
        </ProofForm>
      )}
      {step.is === 'setup' && CodeSetup && <CodeSetup secret={step.secret} uri={step.uri} confirm={confirm} onCancel={close} />}
    </FactorSection>
  )
}
