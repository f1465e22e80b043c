import { Spinner } from '@duo/platform/browser/ui/feedback/spinner.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { findLastIndex } from '@duo/platform/shared/lists/find-last.ts'
import { type ReactElement, useState } from 'react'
import { Virtualizer } from 'virtua'
import { DownIcon } from '../icons.tsx'
import { useStickToBottom } from '../scroll/use-stick-to-bottom.ts'
import type { ConversationState } from '../state/conversation-reducer.ts'
import type { MessageItem } from '../state/message-items.ts'
import { messageRowClasses } from './message-classes.ts'
import { Day, isOtherDay } from './message-time.tsx'

interface MessageListProps {
  items: readonly MessageItem[]
  older: ConversationState['older']
  onOlder: () => void
  switching: ConversationState['switching']
  children: (item: MessageItem) => ReactElement
}

/** Virtualized list that sticks to the bottom while the reader is there. Prepending does not move the view. */
export function MessageList({ items, older, onOlder, switching, children }: MessageListProps) {
  const { scroller, handle, isPrepending, atEnd, toEnd, onScroll, inputHandlers } = useStickToBottom(
    items,
    () => {
      if (older === 'idle') onOlder()
    },
    switching,
  )
  const { shouldRise, onRisen } = useRiseAnimation(items)
  return (
    <div className="relative min-h-0 flex-1">
      {older !== 'idle' && (
        <div role="status" className="absolute inset-x-0 top-3 z-10 grid justify-items-center">
          <p className="flex items-center gap-3 rounded-full border border-line bg-paper-raised px-4 py-2 text-sm shadow-lift">
            {older === 'loading' ? (
              <>
                <Spinner />
                <span>{m.chat_older_loading()}</span>
              </>
            ) : (
              <>
                <span>{m.chat_older_failed()}</span>
                <Button variant="plain" onClick={onOlder}>
                  {m.chat_retry()}
                </Button>
              </>
            )}
          </p>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a scrollable region */}
      <div
        ref={scroller}
        role="region"
        aria-label={m.chat_messages_label()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        {...inputHandlers}
        // the virtualizer takes no clicks until 150 ms after a scroll
        className="*:pointer-events-auto! h-full overflow-y-auto overscroll-contain pt-6 [overflow-anchor:none] focus-visible:-outline-offset-3"
      >
        <Virtualizer
          ref={handle}
          scrollRef={scroller}
          shift={isPrepending}
          startMargin={24}
          bufferSize={600}
          // a reply that grows would unmount its question, with the focus in it
          keepMounted={[items.length - 2, items.length - 1].filter((index) => index >= 0)}
          onScroll={onScroll}
        >
          {items.map((item, index) => {
            const before = items[index - 1]
            return (
              <div
                key={item.key}
                onAnimationEnd={() => onRisen(item)}
                className={`${messageRowClasses} ${shouldRise(index) ? 'animate-rise' : ''}`}
              >
                {(!before || isOtherDay(before.at, item.at)) && item.kind !== 'typing' && <Day at={item.at} />}
                {children(item)}
              </div>
            )
          })}
        </Virtualizer>
        <div className="h-4" />
      </div>
      {!atEnd && (
        <Button
          variant="quiet"
          onClick={toEnd}
          className="absolute! bottom-3 left-1/2 -translate-x-1/2 animate-fade bg-paper-raised shadow-lift"
        >
          <DownIcon />
          {m.chat_newer()}
        </Button>
      )}
    </div>
  )
}

/** Animates messages added while the page is open, once; never loaded or scrolled-back ones. */
function useRiseAnimation(items: readonly MessageItem[]) {
  const isStored = ({ kind }: MessageItem) => kind === 'question' || kind === 'reply'
  const [shownKeys] = useState(() => new Set(items.filter(isStored).map(({ key }) => key)))
  const last = findLastIndex(items, ({ key }) => shownKeys.has(key))
  return {
    shouldRise: (index: number) => index > last,
    onRisen: (item: MessageItem) => void (isStored(item) && shownKeys.add(item.key)),
  }
}
