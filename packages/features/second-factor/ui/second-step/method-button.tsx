export function MethodButton({ text, onChoose }: { text: string; onChoose: () => void }) {
  return (
    <button type="button" onClick={onChoose} className="text-link inline-flex min-h-touch items-center text-left font-semibold">
      {text}
    </button>
  )
}
