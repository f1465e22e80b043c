import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactElement } from 'react'
import type { MessageItem } from '../state/message-items.ts'
import { messageRowClasses } from './message-classes.ts'
import { Day, isOtherDay } from './message-time.tsx'

interface ServerMessagesProps {
  items: readonly MessageItem[]
  children: (item: MessageItem) => ReactElement
}

/** A reversed column starts at its end. Times stay hidden until the reader's time zone is known. */
const classes = 'flex min-h-0 flex-1 flex-col-reverse overflow-y-auto pt-6 [&_time]:invisible'

/** The newest page in the server's HTML. The browser shows it without hydration until the list replaces it. */
export const ServerMessages = typeof document === 'undefined' ? Rendered : AsReceived

function Rendered({ items, children }: ServerMessagesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrollable region
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div role="region" aria-label={m.chat_messages_label()} tabIndex={0} className={classes}>
      {/* the buttons have no effect until the list has mounted */}
      <fieldset disabled className="mb-auto min-w-0 pb-4">
        {items.map((item, index) => (
          <div key={item.key} className={messageRowClasses}>
            {isOtherDay(items[index - 1]?.at ?? '', item.at) && (
              <div className="invisible">
                <Day at={item.at} />
              </div>
            )}
            {children(item)}
          </div>
        ))}
      </fieldset>
    </div>
  )
}

function AsReceived(_: ServerMessagesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrollable region
    <div
      role="region"
      aria-label={m.chat_messages_label()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className={classes}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: makes React leave the received HTML alone
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}
