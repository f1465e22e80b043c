import { useLocalDateTime } from '@duo/platform/browser/local-date.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { AuthLayout } from '#auth/ui/auth-layout.tsx'
import { actionErrorText } from '#auth/ui/error-messages.ts'
import { FormMessage } from '#auth/ui/fields/form-message.tsx'
import { useAttempt } from '#auth/ui/use-attempt.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import type { PassedStep, PassStepResult, SecondStep, StepMethod } from '../../schema.ts'
import { CodeForm } from './code-form.tsx'
import { LostFactor } from './lost-factor.tsx'
import { MethodButton } from './method-button.tsx'
import { PasskeyPress, passByPasskey } from './passkey-press.tsx'
import { RecoveryNotice } from './recovery-notice.tsx'
import { methodChoices, methodTexts, problemText, refusalTexts } from './step-texts.ts'

interface StepChoiceProps {
  step: SecondStep
  onReload: () => Promise<unknown>
  onExpired: () => unknown
  onPassed: (passed: PassedStep, by: StepMethod) => Promise<unknown>
}

export function StepChoice({ step, onReload, onExpired, onPassed }: StepChoiceProps) {
  const { api } = usePageContext()
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

  /** Returns an error text, or null when another view follows. */
  const completeStep = async (by: StepMethod, call: () => Promise<PassStepResult>): Promise<string | null> => {
    try {
      const answer = await call()
      if (answer.error === null) await onPassed(answer, by)
      else if (answer.error === 'step_over') await onExpired()
      else if (answer.error === 'clock_off' || answer.error === 'used_code') return problemText(answer)
      else return refusalTexts[by]()
      return null
    } catch (error) {
      console.error(error)
      return actionErrorText(error, m.second_factor_step_failed())
    }
  }
  const passWithPasskey = async () => {
    const { auth } = await api()
    const answer = await auth.stepPasskeyOptions.mutate()
    if (answer.error === null)
      return passByPasskey(answer.options, (response) =>
        completeStep('passkey', () => auth.passStepByPasskey.mutate({ response })),
      )
    await onExpired()
    return null
  }
  const choose = (to: StepMethod | 'lost') => {
    cancellation.clear()
    setView(to)
  }
  const head =
    view !== 'lost'
      ? { title: m.second_factor_step_title(), text: methodTexts[view]() }
      : recovery
        ? {
            title: m.second_factor_lost_started_title(),
            text: m.second_factor_lost_started({ date: moment(recovery.ripeAt), end: moment(recovery.lapsesAt) }),
          }
        : { title: m.second_factor_lost_title(), text: m.second_factor_lost_text() }
  return (
    <AuthLayout pageTitle={m.second_factor_page_second_step()} titleRef={title} progress={view === 'lost' ? 0.25 : 0.6} {...head}>
      <FormMessage text={cancellation.message} />
      <FormMessage tone="success" text={cancellation.isDone ? m.second_factor_running_cancelled() : null} />
      {recovery && view !== 'lost' && (
        <div className="mb-8">
          <RecoveryNotice recovery={recovery} busy={cancellation.busy} onCancel={cancellation.cancel} />
        </div>
      )}
      {view === 'passkey' && <PasskeyPress pass={passWithPasskey} />}
      {(view === 'code' || view === 'recovery_code') && (
        <CodeForm
          key={view}
          kind={view}
          submit={m.second_factor_step_submit()}
          send={(code) =>
            completeStep(view, async () => {
              const { auth } = await api()
              return view === 'code' ? auth.passStepByCode.mutate({ code }) : auth.passStepByRecoveryCode.mutate({ code })
            })
          }
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
          <MethodButton text={m.second_factor_step_to_lost()} onChoose={() => choose('lost')} />
        )}
        <Link to="/auth" search={{ mode: 'sign-in' }} className="text-link inline-flex min-h-touch items-center font-semibold">
          {m.second_factor_step_again()}
        </Link>
      </div>
    </AuthLayout>
  )
}

interface CancellationOptions extends Pick<StepChoiceProps, 'onExpired' | 'onReload'> {
  onCancelled: () => void
}

function useCancelRecovery({ onExpired, onReload, onCancelled }: CancellationOptions) {
  const { api } = usePageContext()
  const { busy, message, setMessage, run } = useAttempt(m.second_factor_running_failed)
  const [isDone, setDone] = useState(false)
  const clear = () => {
    setDone(false)
    setMessage(null)
  }
  const cancel = () =>
    run(async () => {
      setDone(false)
      const { error } = await (await api()).auth.cancelFactorRecoveryFromStep.mutate()
      if (error !== null) await onExpired()
      else {
        await onReload()
        setDone(true)
        onCancelled()
      }
      return null
    })
  return { busy, isDone, message, cancel, clear }
}
