import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { Drawer } from '@duo/platform/browser/ui/overlays/drawer.tsx'
import { ToastProvider } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Removal } from './history-item.tsx'
import { HistoryList } from './history-list.tsx'

interface HistoryDrawerProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that opened it. */
  returnFocusTo: RefObject<HTMLElement | null>
  /** The conversation behind it. */
  conversationId: string
  /** Called when that one, deleted here, was brought back. */
  onRestored: () => void
}

/** All conversations, over the page, where there is no room for them beside it. */
export function HistoryDrawer({ open, onOpenChange, returnFocusTo, conversationId, onRestored }: HistoryDrawerProps) {
  const router = useRouter()
  const [current, setCurrent] = useState<Removal>('there')
  const openNow = useRef(open)
  useEffect(() => {
    openNow.current = open
  }, [open])
  const close = (next: boolean) => {
    onOpenChange(next)
    // until it is closed the deletion can be undone; then there is nothing behind it any more
    if (!next && current === 'removed') router.navigate({ to: '/marketplace' })
  }
  return (
    <Drawer
      open={open}
      onOpenChange={close}
      title={m.chat_history_title()}
      closeLabel={m.chat_history_close()}
      returnFocusTo={returnFocusTo}
    >
      <ToastProvider closeLabel={m.chat_toast_close()} place="foot">
        <div className="flex flex-none grow flex-col px-4 pb-5">
          <HistoryList
            conversationId={conversationId}
            onLeave={() => onOpenChange(false)}
            onRemoval={(id, removal) => {
              if (id !== conversationId) return
              setCurrent(removal)
              if (removal === 'there') onRestored()
              // it was closed before the server answered
              if (removal === 'removed' && !openNow.current) router.navigate({ to: '/marketplace' })
            }}
          />
          <Link to="/marketplace" className={`${buttonClasses('primary')} mt-6 flex-none`}>
            {m.chat_history_new()}
          </Link>
        </div>
      </ToastProvider>
    </Drawer>
  )
}
