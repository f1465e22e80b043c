import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRef, useState } from 'react'
import { useLazyComponent } from '../../../shell/ui/pages/use-lazy-component.ts'
import type { DeleteEntryProps } from './delete-entry-dialog.tsx'

/** Opens the question whether to delete the entry. Its dialog is fetched when the button is pressed, or a moment earlier. */
export function DeleteEntryButton(entry: DeleteEntryProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [DeleteDialog, load] = useLazyComponent(async () => (await import('./delete-entry-dialog.tsx')).DeleteEntryDialog)
  // the button is gone once the entry is
  const focusAfter = {
    get current() {
      return button.current ?? document.getElementById('content')
    },
  }
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => load()}
        onFocus={() => load()}
        onClick={() => {
          load(() => setOpen(false))
          setOpen(true)
        }}
        className="text-danger!"
      >
        {m.waitlist_status_erase()}
      </Button>
      {DeleteDialog && <DeleteDialog {...entry} open={open} onOpenChange={setOpen} returnFocusTo={focusAfter} />}
    </>
  )
}
