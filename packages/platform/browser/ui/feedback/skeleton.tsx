/** Hidden from assistive technology: announce the loading state as text elsewhere. */
export function Skeleton({ className = 'h-4 w-full rounded-sm' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-breathe bg-line/70 ${className}`} />
}
