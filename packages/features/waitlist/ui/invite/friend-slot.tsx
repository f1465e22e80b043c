import { Logo } from '@duo/platform/browser/ui/motif/logo.tsx'
import { agentPath } from '@duo/platform/shared/motif.ts'

const agentOutline = agentPath({ x: 68, y: 32, r: 31 }, 5)

export type SlotState = 'confirmed' | 'pending' | 'empty'

/** Decorative: the text beside it has the same information. */
export function FriendSlot({ state, className = '' }: { state: SlotState; className?: string }) {
  if (state === 'confirmed') return <Logo className={className} />
  return (
    <svg
      viewBox="0 0 100 64"
      aria-hidden="true"
      focusable="false"
      fill="none"
      strokeWidth={2}
      className={`overflow-visible stroke-line-strong ${className}`}
    >
      <path d={agentOutline} className={state === 'pending' ? 'fill-voice-bright stroke-transparent' : ''} />
      <circle cx={32} cy={32} r={31} strokeDasharray="4 6" strokeLinecap="round" />
    </svg>
  )
}
