import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactElement, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { fullDay, isOtherDay } from '../messages/message-time.tsx'
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
    <div ref={openDetails} data-print="alone" className="printed-messages hidden print:block">
      <p className="font-voice text-2xl">{m.chat_print_title({ name })}</p>
      <p>{m.chat_print_printed({ date: fullDay(new Date().toISOString()) })}</p>
      <p className="wrap-anywhere">{window.location.href}</p>
      <p>{m.chat_simulation()}</p>
      {isCut && <p>{m.chat_print_cut()}</p>}
      {items.map((item, index) => (
        <div key={item.key} className="mt-4">
          {isOtherDay(items[index - 1]?.at ?? '', item.at) && item.kind !== 'typing' && (
            <p className="pt-2 pb-3 font-semibold">{fullDay(item.at)}</p>
          )}
          {children(item)}
        </div>
      ))}
    </div>
  )
}

/** A closed list of sources cannot be opened on paper. */
function openDetails(printed: HTMLElement | null) {
  for (const details of printed?.querySelectorAll('details') ?? []) details.open = true
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
