/** A quiet block in the shape of what comes: give it that thing's size and radius. Whoever waits is told in words elsewhere. */
export function Skeleton({ className = 'h-4 w-full rounded-sm' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-breathe bg-line/70 ${className}`} />
}
