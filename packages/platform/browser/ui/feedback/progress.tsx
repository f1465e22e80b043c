interface ProgressProps {
  value: number
  max: number
  label: string
}

export function Progress({ value, max, label }: ProgressProps) {
  const steps = Array.from({ length: max }, (_, index) => index + 1)
  return (
    <div>
      <p aria-hidden="true" className="figures mb-2 text-sm font-semibold text-muted">
        {label}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        className="flex gap-1.5"
      >
        {steps.map((step) => (
          <span key={step} className={`h-2 flex-1 rounded-full transition-colors ${stepColour(step, value)}`} />
        ))}
      </div>
    </div>
  )
}

function stepColour(step: number, value: number) {
  if (step > value) return 'bg-line'
  return step === value ? 'bg-overlap' : 'bg-accent'
}
