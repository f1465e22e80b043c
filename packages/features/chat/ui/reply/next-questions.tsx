import { m } from '@duo/platform/i18n/messages.ts'

interface NextQuestionsProps {
  questions: readonly string[]
  label?: string
  disabled?: boolean
  className?: string
  onAsk: (question: string) => void
}

/** Questions to press. */
export const NextQuestions = ({
  questions,
  label = m.chat_next_label(),
  disabled = false,
  className = '',
  onAsk,
}: NextQuestionsProps) => (
  <ul aria-label={label} className={`flex max-w-full flex-wrap gap-2 ${className}`}>
    {questions.map((question) => (
      <li key={question} className="min-w-0">
        <button
          type="button"
          disabled={disabled}
          onClick={() => onAsk(question)}
          className="min-h-touch rounded-voice border border-line-strong bg-paper px-4 py-2 text-left text-sm wrap-anywhere transition-[border-color,border-radius] enabled-hover:rounded-heard enabled-hover:border-ink disabled:text-muted"
        >
          <bdi>{question}</bdi>
        </button>
      </li>
    ))}
  </ul>
)
