import { useLazyDialog } from '@duo/platform/browser/parts/use-lazy-dialog.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { DeleteEntryProps } from './delete-entry-dialog.tsx'

export function DeleteEntryButton(entry: DeleteEntryProps) {
  const { Dialog, button, dialog } = useLazyDialog(async () => (await import('./delete-entry-dialog.tsx')).DeleteEntryDialog)
  return (
    <>
      <Button {...button} variant="quiet" className="text-danger!">
        {m.waitlist_status_erase()}
      </Button>
      {Dialog && <Dialog {...entry} {...dialog} />}
    </>
  )
}
