/** Questions to press. */
export const Questions = ({
  questions,
  onAsk,
  label,
}: {
  questions: readonly string[]
  onAsk: (question: string) => void
  label?: string
}) => (
  <ul aria-label={label} className="flex flex-wrap gap-2 empty:hidden">
    {questions.map((question) => (
      <li key={question} className="min-w-0">
        <button
          type="button"
          onClick={() => onAsk(question)}
          className="min-h-touch rounded-voice border border-line-strong bg-paper-raised px-4 py-2 text-left text-sm wrap-anywhere transition-[border-color,border-radius] enabled-hover:rounded-heard enabled-hover:border-ink"
        >
          {question}
        </button>
      </li>
    ))}
  </ul>
)
