import { m } from '@duo/platform/i18n/messages.ts'
import type { ChatAgent } from '../../schema.ts'

export function EmptyConversation({
  agent,
  disabled,
  onAsk,
}: {
  agent: ChatAgent
  /** Also true until hydration. */
  disabled: boolean
  onAsk: (question: string) => void
}) {
  return (
    <div className="m-auto w-full max-w-[44rem] px-4 py-5 sm:py-10 md:px-8 low:py-5">
      <h2 className="font-voice text-2xl font-[560] sm:text-4xl low:text-2xl">{m.chat_empty_title()}</h2>
      <p className="mt-1 text-muted max-sm:text-sm sm:mt-3 low:mt-1">{m.chat_empty_text()}</p>
      <ul aria-label={m.chat_starters_label()} className="mt-5 grid gap-2.5 sm:mt-8 sm:grid-cols-2 sm:gap-3 low:mt-4">
        {agent.starters.map((question) => (
          <li key={question} className="grid">
            <button
              type="button"
              disabled={disabled}
              onClick={() => onAsk(question)}
              className="min-h-touch rounded-voice border border-line-strong bg-paper-raised px-4 py-2.5 text-left leading-snug sm:px-5 sm:py-4 low:py-2 transition-[border-color,border-radius] enabled-hover:rounded-heard enabled-hover:border-ink disabled:text-muted"
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
