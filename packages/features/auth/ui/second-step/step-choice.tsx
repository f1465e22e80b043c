import { useLocalDateTime } from '@duo/platform/browser/local-date.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { SecondStep, StepMethod } from '../../second-factor-schema.ts'
import { AuthLayout } from '../auth-layout.tsx'
import { errorText } from '../error-messages.ts'
import { FormMessage } from '../fields/form-message.tsx'
import { CodeForm } from './code-form.tsx'
import { LostFactor } from './lost-factor.tsx'
import { MethodButton } from './method-button.tsx'
import { PasskeyStep } from './passkey-step.tsx'
import { RecoveryNotice } from './recovery-notice.tsx'
import { type CompleteStep, cancelRecovery, type PassedStep, passByCode, passByRecoveryCode } from './second-step-client.ts'
import { clockText, methodChoices, methodTexts, refusalTexts } from './step-texts.ts'

interface StepChoiceProps {
  step: SecondStep
  onReload: () => Promise<unknown>
  onExpired: () => unknown
  onPassed: (passed: PassedStep, by: StepMethod) => Promise<unknown>
}

export function StepChoice({ step, onReload, onExpired, onPassed }: StepChoiceProps) {
  const { methods, canRecover, recovery } = step
  const [first = 'passkey'] = methods
  const [view, setView] = useState<StepMethod | 'lost'>(first)
  const title = useRef<HTMLHeadingElement>(null)
  const moment = useLocalDateTime()
  const cancellation = useCancelRecovery({ onExpired, onReload, onCancelled: () => setView(first) })
  const previousView = useRef<string>(view)
  const isWaiting = view === 'lost' && recovery !== null
  useEffect(() => {
    const currentView = isWaiting ? 'waiting' : view
    if (previousView.current !== currentView && (view === 'passkey' || view === 'lost')) title.current?.focus()
    previousView.current = currentView
  }, [view, isWaiting])

  const completeStep: CompleteStep = async (by, call) => {
    try {
      const { refusal, data } = await call()
      if (refusal === null) await onPassed(data, by)
      else if (refusal.code === 'STEP_OVER') await onExpired()
      else if (refusal.clockOff !== undefined) return clockText(refusal.clockOff)
      else return ['WRONG_CODE', 'PASSKEY_REFUSED'].includes(refusal.code) ? refusalTexts[by]() : errorText(refusal)
      return null
    } catch (error) {
      console.error(error)
      return m.auth_factor_step_failed()
    }
  }
  const choose = (to: StepMethod | 'lost') => {
    cancellation.clear()
    setView(to)
  }
  const head =
    view !== 'lost'
      ? { title: m.auth_factor_step_title(), text: methodTexts[view]() }
      : recovery
        ? {
            title: m.auth_factor_lost_started_title(),
            text: m.auth_factor_lost_started({ date: moment(recovery.ripeAt), end: moment(recovery.lapsesAt) }),
          }
        : { title: m.auth_factor_lost_title(), text: m.auth_factor_lost_text() }
  return (
    <AuthLayout pageTitle={m.auth_page_second_step()} titleRef={title} progress={view === 'lost' ? 0.25 : 0.6} {...head}>
      <FormMessage text={cancellation.problem} />
      <FormMessage tone="success" text={cancellation.isDone ? m.auth_factor_running_cancelled() : null} />
      {recovery && view !== 'lost' && (
        <div className="mb-8">
          <RecoveryNotice recovery={recovery} busy={cancellation.busy} onCancel={cancellation.cancel} />
        </div>
      )}
      {view === 'passkey' && <PasskeyStep completeStep={completeStep} onExpired={onExpired} />}
      {view === 'code' && (
        <CodeForm
          key="code"
          kind="digits"
          label={m.auth_factor_code()}
          submit={m.auth_factor_step_submit()}
          missing={m.auth_factor_code_required()}
          send={(code) => completeStep('code', () => passByCode(code))}
        />
      )}
      {view === 'recovery_code' && (
        <CodeForm
          key="recovery"
          kind="recovery"
          label={m.auth_factor_step_recovery_code()}
          submit={m.auth_factor_step_submit()}
          missing={m.auth_factor_step_recovery_required()}
          send={(code) => completeStep('recovery_code', () => passByRecoveryCode(code))}
        />
      )}
      {view === 'lost' && (
        <LostFactor
          isWaiting={isWaiting}
          isCancelling={cancellation.busy}
          onStarted={onReload}
          onExpired={onExpired}
          onCancel={cancellation.cancel}
          onBack={() => choose(first)}
        />
      )}
      <div className="mt-8 grid justify-items-start gap-1 border-t border-line pt-4">
        {methods
          .filter((method) => method !== view)
          .map((method) => (
            <MethodButton key={method} text={methodChoices[method]()} onChoose={() => choose(method)} />
          ))}
        {view !== 'lost' && (canRecover || recovery) && (
          <MethodButton text={m.auth_factor_step_to_lost()} onChoose={() => choose('lost')} />
        )}
        <Link to="/auth" search={{ mode: 'sign-in' }} className="text-link inline-flex min-h-touch items-center font-semibold">
          {m.auth_factor_step_again()}
        </Link>
      </div>
    </AuthLayout>
  )
}

interface CancellationOptions extends Pick<StepChoiceProps, 'onExpired' | 'onReload'> {
  onCancelled: () => void
}

function useCancelRecovery({ onExpired, onReload, onCancelled }: CancellationOptions) {
  const [busy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const clear = () => {
    setDone(false)
    setProblem(null)
  }
  const cancel = async () => {
    if (busy) return
    clear()
    setBusy(true)
    try {
      const { refusal } = await cancelRecovery()
      if (refusal?.code === 'STEP_OVER') await onExpired()
      else if (refusal) setProblem(errorText(refusal))
      else {
        await onReload()
        setDone(true)
        onCancelled()
      }
    } catch (error) {
      console.error(error)
      setProblem(m.auth_factor_running_failed())
    }
    setBusy(false)
  }
  return { busy, isDone, problem, cancel, clear }
}
