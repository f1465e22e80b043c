import { m } from '@duo/platform/i18n/messages.ts'

export function NextQuestions({
  questions,
  disabled,
  onAsk,
}: {
  questions: readonly string[]
  disabled: boolean
  onAsk: (question: string) => void
}) {
  return (
    <ul aria-label={m.chat_next_label()} className="mt-1 mb-3 flex max-w-full flex-wrap gap-2">
      {questions.map((question) => (
        <li key={question} className="min-w-0">
          <button
            type="button"
            disabled={disabled}
            onClick={() => onAsk(question)}
            className="min-h-touch rounded-voice border border-line-strong bg-paper px-4 py-2 text-left text-sm wrap-anywhere transition-[border-color,border-radius] enabled-hover:rounded-heard enabled-hover:border-ink disabled:text-muted"
          >
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}
