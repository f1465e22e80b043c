/** The share of a file that is done, below the line that says it. Null moves without a measure. */
export function ProgressBar({ text, share }: { text: string; share: number | null }) {
  const percent = share === null ? null : Math.round(Math.min(1, share) * 100)
  return (
    <div>
      <p className="figures text-sm">{text}</p>
      <div
        role="progressbar"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent === null ? {} : { 'aria-valuenow': percent })}
        className="mt-1 h-1.5 overflow-hidden rounded-full bg-line"
      >
        <span
          className={`block h-full rounded-full bg-overlap transition-[width] duration-slow ${percent === null ? 'motion-safe:animate-pulse' : ''}`}
          style={{ width: `${percent ?? 60}%` }}
        />
      </div>
    </div>
  )
}
