import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactNode } from 'react'

interface AskInPlaceProps {
  text: string
  hasFailed?: boolean
  className?: string
  onKeep: () => void
  /** The buttons that delete. The first has the focus. */
  children: ReactNode
}

/** Asks in the page before something is deleted. */
export const AskInPlace = ({ text, hasFailed = false, className = '', onKeep, children }: AskInPlaceProps) => (
  <div className={className}>
    <p className="max-w-[60ch] font-semibold wrap-anywhere">{text}</p>
    <div className="mt-3 flex flex-wrap gap-3">
      {children}
      <Button variant="quiet" onClick={onKeep}>
        {m.studio_keep()}
      </Button>
    </div>
    <p role="alert" className="mt-2 text-sm font-semibold text-danger empty:hidden">
      {hasFailed ? m.studio_failed() : null}
    </p>
  </div>
)
