import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import { actionErrorText } from '#auth/ui/error-messages.ts'
import { FormMessage } from '#auth/ui/fields/form-message.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { factorRecoveryDays, factorRecoveryOpenDays } from '../../rules.ts'

const refusals = {
  recovery_cancelled: m.second_factor_lost_cancelled,
  mail_off: m.second_factor_lost_mail_off,
}

interface LostFactorProps {
  isWaiting: boolean
  isCancelling: boolean
  onStarted: () => Promise<unknown>
  onExpired: () => unknown
  onCancel: () => void
  onBack: () => void
}

export function LostFactor({ isWaiting, isCancelling, onStarted, onExpired, onCancel, onBack }: LostFactorProps) {
  const { api } = usePageContext()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const start = async () => {
    if (busy) return
    setBusy(true)
    setProblem(null)
    try {
      const { error } = await (await api()).auth.startFactorRecovery.mutate()
      if (error === null) await onStarted()
      else if (error === 'step_over') await onExpired()
      else setProblem(refusals[error]())
    } catch (error) {
      console.error(error)
      setProblem(actionErrorText(error, m.second_factor_lost_failed()))
    }
    setBusy(false)
  }
  const back = (
    <Button variant="quiet" size="lg" onClick={onBack}>
      {m.second_factor_lost_back()}
    </Button>
  )
  if (isWaiting)
    return (
      <div className="grid gap-3">
        <p>{m.second_factor_running_text()}</p>
        <Button variant="quiet" size="lg" busy={isCancelling} aria-disabled={isCancelling || undefined} onClick={onCancel}>
          {m.second_factor_running_cancel()}
        </Button>
        {back}
      </div>
    )
  return (
    <>
      <ol className="mb-8 grid list-decimal gap-3 pl-5 marker:font-semibold">
        <li>{m.second_factor_lost_now()}</li>
        <li>{m.second_factor_lost_wait({ days: factorRecoveryDays })}</li>
        <li>{m.second_factor_lost_then({ days: factorRecoveryOpenDays })}</li>
      </ol>
      <FormMessage text={problem} />
      <div className="grid gap-3">
        <Button size="lg" busy={busy} aria-disabled={busy || undefined} onClick={start}>
          {m.second_factor_lost_start()}
        </Button>
        {back}
      </div>
    </>
  )
}
