import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRef, useState } from 'react'
import { useLazyComponent } from '../../../shell/ui/pages/use-lazy-component.ts'
import type { DeleteAccountProps } from './delete-account-dialog.tsx'

/** Opens the question whether to delete the account. Its dialog is fetched when the button is pressed, or a moment earlier. */
export function DeleteAccount(props: DeleteAccountProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [DeleteDialog, load] = useLazyComponent(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog)
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
        {m.auth_account_erase()}
      </Button>
      {DeleteDialog && <DeleteDialog {...props} open={open} onOpenChange={setOpen} returnFocusTo={button} />}
    </>
  )
}
