import { m } from '@duo/platform/i18n/messages.ts'
import { bubbleWidth } from './message-classes.ts'

const dot = 'size-2.5 animate-breathe rounded-full'

/** In place of a reply until its first word. The words fade in late, so that they do not flash before a quick reply. */
export function TypingIndicator({ name }: { name: string }) {
  return (
    <div className="flex min-h-20 flex-col items-start">
      <p className={`flex items-center gap-3 rounded-heard border border-line bg-paper-raised px-5 py-3.5 ${bubbleWidth}`}>
        <span aria-hidden="true" className="flex flex-none gap-1.5">
          <span className={`${dot} bg-muted`} />
          <span className={`${dot} bg-overlap [animation-delay:200ms]`} />
          <span className={`${dot} rounded-br-[2px] bg-voice-bright [animation-delay:400ms]`} />
        </span>
        <span className="animate-fade text-sm text-muted wrap-anywhere [animation-delay:600ms]">{m.chat_thinking({ name })}</span>
      </p>
    </div>
  )
}
