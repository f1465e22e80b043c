import { m } from '@duo/platform/i18n/messages.ts'
import { useRef, useState } from 'react'
import { useLazyComponent } from '../../../shell/ui/pages/use-lazy-component.ts'
import { IconButton } from '../icon-button.tsx'
import { ShareIcon } from '../icons.tsx'

/** Opens what one can do with the whole conversation; its code is fetched when the button is reached. */
export function ShareButton({ name, conversationId, className }: { name: string; conversationId: string; className: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [ShareDialog, load] = useLazyComponent(async () => (await import('./share-dialog.tsx')).ShareDialog)
  return (
    <>
      <IconButton
        ref={button}
        label={m.chat_share_title()}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => load()}
        onFocus={() => load()}
        onClick={() => {
          load(() => setOpen(false))
          setOpen(true)
        }}
        className={className}
      >
        <ShareIcon />
      </IconButton>
      {ShareDialog && (
        <ShareDialog open={open} onOpenChange={setOpen} returnFocusTo={button} name={name} conversationId={conversationId} />
      )}
    </>
  )
}
