import { m } from '@duo/platform/i18n/messages.ts'

export function TypingIndicator({ name }: { name: string }) {
  return (
    <div className="flex min-h-20 flex-col items-start">
      <p className="flex items-center gap-1.5 rounded-heard border border-line bg-paper-raised px-5 py-4">
        <span className="sr-only">{m.chat_typing({ name })}</span>
        <span aria-hidden="true" className="size-2.5 animate-breathe rounded-full bg-muted" />
        <span aria-hidden="true" className="size-2.5 animate-breathe rounded-full bg-overlap [animation-delay:200ms]" />
        <span
          aria-hidden="true"
          className="size-2.5 animate-breathe rounded-full rounded-br-[2px] bg-voice-bright [animation-delay:400ms]"
        />
      </p>
    </div>
  )
}
