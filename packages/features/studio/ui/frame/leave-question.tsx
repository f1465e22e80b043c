import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'

/** Asks before the page is left while there is text that was not saved. Not loaded on demand: without it, no link would work. */
export function LeaveQuestion({ isUnsaved }: { isUnsaved: boolean }) {
  const opener = useRef<HTMLElement>(null)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => {
      // Safari does not focus a clicked link
      const { activeElement, body } = document
      opener.current =
        activeElement instanceof HTMLElement && activeElement !== body ? activeElement : document.getElementById('content')
      return isUnsaved
    },
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  return (
    <Dialog
      open={status === 'blocked'}
      onOpenChange={() => reset?.()}
      title={m.studio_leave_text()}
      closeLabel={m.studio_leave_close()}
      returnFocusTo={opener}
      initialFocus="[data-stay]"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="quiet" size="lg" data-stay onClick={reset}>
          {m.studio_leave_stay()}
        </Button>
        <Button variant="danger" size="lg" onClick={proceed}>
          {m.studio_leave_page()}
        </Button>
      </div>
    </Dialog>
  )
}
