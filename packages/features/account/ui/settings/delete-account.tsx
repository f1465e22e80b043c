import { useLazyDialog } from '@duo/platform/browser/parts/use-lazy-dialog.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { DeleteAccountProps } from './delete-account-dialog.tsx'

export function DeleteAccount(props: DeleteAccountProps) {
  const { Dialog, button, dialog } = useLazyDialog(async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog)
  return (
    <>
      <Button {...button} variant="quiet" className="text-danger!">
        {m.account_erase()}
      </Button>
      {Dialog && <Dialog {...props} {...dialog} />}
    </>
  )
}
