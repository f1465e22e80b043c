import { useLazyDialog } from '@duo/platform/browser/parts/use-lazy-dialog.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { IconButton } from '../icon-button.tsx'
import { ShareIcon } from '../icons.tsx'

interface ShareButtonProps {
  name: string
  conversationId: string
  onPrint: () => void
  className: string
}

/** Preloads the dialog on hover and focus. */
export function ShareButton({ name, conversationId, onPrint, className }: ShareButtonProps) {
  const { Dialog, button, dialog } = useLazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog)
  return (
    <>
      <IconButton {...button} label={m.chat_share_title()} className={className}>
        <ShareIcon />
      </IconButton>
      {Dialog && <Dialog {...dialog} name={name} conversationId={conversationId} onPrint={onPrint} />}
    </>
  )
}
