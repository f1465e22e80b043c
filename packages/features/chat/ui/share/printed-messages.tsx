import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactElement, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Day, isOtherDay } from '../messages/message-time.tsx'
import type { MessageItem } from '../state/message-items.ts'

interface PrintedMessagesProps {
  name: string
  items: readonly MessageItem[]
  /** Whether earlier messages are not loaded. */
  isCut: boolean
  children: (item: MessageItem) => ReactElement
}

/** All loaded messages for paper. They exist only while the page is printed, because the list renders just those in view. */
export function PrintedMessages({ name, items, isCut, children }: PrintedMessagesProps) {
  if (!useIsPrinting()) return null
  return (
    <div data-print="alone" className="printed-messages hidden print:block">
      <p className="font-voice text-2xl">{m.chat_print_title({ name })}</p>
      <p>{m.chat_simulation()}</p>
      {isCut && <p>{m.chat_print_cut()}</p>}
      {items.map((item, index) => (
        <div key={item.key} className="mt-4">
          {isOtherDay(items[index - 1]?.at ?? '', item.at) && item.kind !== 'typing' && <Day at={item.at} />}
          {children(item)}
        </div>
      ))}
    </div>
  )
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // at once: the browser takes the page as soon as the event has been handled
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
