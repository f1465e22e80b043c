import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'

interface FailedReplyProps {
  /** Null at the limit of the plan. */
  onRetry: (() => void) | null
  onFromNotes: () => void
}

/** Under the last reply if the model failed: what to do about it. */
export const FailedReply = ({ onRetry, onFromNotes }: FailedReplyProps) => (
  <div className="mt-2 flex flex-wrap gap-2 print:hidden">
    {onRetry && (
      <Button variant="quiet" onClick={onRetry}>
        {m.chat_retry()}
      </Button>
    )}
    <Button variant="quiet" onClick={onFromNotes}>
      {m.chat_retry_notes()}
    </Button>
  </div>
)
