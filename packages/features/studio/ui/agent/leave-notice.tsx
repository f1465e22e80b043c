import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'

interface LeaveNoticeProps {
  leaving: { status: 'idle' | 'blocked'; proceed?: (() => void) | undefined; reset?: (() => void) | undefined }
  onSave: () => void
}

/** Shown when the page is left while the last changes could not be saved. */
export function LeaveNotice({ leaving: { status, proceed, reset }, onSave }: LeaveNoticeProps) {
  if (status !== 'blocked') return null
  return (
    <div role="alert" className="mb-6 border-l-4 border-overlap pl-4">
      <p className="font-semibold">{m.studio_leave()}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          autoFocus
          onClick={() => {
            reset?.()
            onSave()
          }}
        >
          {m.studio_leave_stay()}
        </Button>
        <Button variant="quiet" onClick={proceed}>
          {m.studio_leave_anyway()}
        </Button>
      </div>
    </div>
  )
}
