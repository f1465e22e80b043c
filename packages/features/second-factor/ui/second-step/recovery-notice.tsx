import { useLocalDateTime } from '@duo/platform/browser/local-date.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import type { FactorRecovery } from '../../schema.ts'

interface RecoveryNoticeProps {
  recovery: FactorRecovery
  busy: boolean
  onCancel: () => void
}

export function RecoveryNotice({ recovery, busy, onCancel }: RecoveryNoticeProps) {
  const moment = useLocalDateTime()
  const hydrated = useHydrated()
  return (
    <div className="rounded-heard border-l-4 border-overlap bg-paper-raised px-5 py-4">
      <p className="font-semibold">{m.second_factor_running({ date: moment(recovery.ripeAt) })}</p>
      <p className="mt-2">{m.second_factor_running_text()}</p>
      <Button
        variant="quiet"
        className="mt-3"
        busy={busy}
        disabled={!hydrated}
        aria-disabled={busy || undefined}
        onClick={onCancel}
      >
        {m.second_factor_running_cancel()}
      </Button>
    </div>
  )
}
