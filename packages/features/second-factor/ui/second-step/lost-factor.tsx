import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { FormMessage } from '#auth/ui/fields/form-message.tsx'
import { useAttempt } from '#auth/ui/use-attempt.ts'
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
  const { busy, message, run } = useAttempt(m.second_factor_lost_failed)
  const start = () =>
    run(async () => {
      const { error } = await (await api()).auth.startFactorRecovery.mutate()
      if (error !== null && error !== 'step_over') return refusals[error]()
      await (error === null ? onStarted() : onExpired())
      return null
    })
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
      <FormMessage text={message} />
      <div className="grid gap-3">
        <Button size="lg" busy={busy} aria-disabled={busy || undefined} onClick={start}>
          {m.second_factor_lost_start()}
        </Button>
        {back}
      </div>
    </>
  )
}
