import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'

/** The enclosing link has the accessible name. */
export function Wordmark({ className = 'text-2xl' }: { className?: string }) {
  return (
    <span className={`inline-flex items-baseline gap-[0.28em] ${className}`}>
      <Logo className="h-[0.62em] w-auto flex-none translate-y-[0.02em]" />
      <span className="font-voice leading-none font-[620]">Duo</span>
    </span>
  )
}
