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
  returnFocusTo: RefObject<HTMLElement | null>
  conversationId: string
  onRestored: () => void
}

export function HistoryDrawer({ open, onOpenChange, returnFocusTo, conversationId, onRestored }: HistoryDrawerProps) {
  const router = useRouter()
  const [current, setCurrent] = useState<Removal>('there')
  const openNow = useRef(open)
  useEffect(() => {
    openNow.current = open
  }, [open])
  const close = (next: boolean) => {
    onOpenChange(next)
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
