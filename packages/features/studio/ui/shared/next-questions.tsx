interface NextQuestionsProps {
  label: string
  questions: readonly string[]
  onAsk: (question: string) => void
}

/** Questions of the creator, then those that lead on. */
export function NextQuestions({ label, questions, onAsk }: NextQuestionsProps) {
  if (questions.length === 0) return null
  return (
    <ul aria-label={label} className="mt-5 grid gap-2 noscript:hidden">
      {questions.map((question) => (
        <li key={question} className="min-w-0">
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="min-h-touch w-full rounded-voice border border-line-strong bg-paper px-4 py-2 text-left text-sm wrap-anywhere transition-[border-color,border-radius] enabled-hover:rounded-heard enabled-hover:border-ink"
          >
            <bdi>{question}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
