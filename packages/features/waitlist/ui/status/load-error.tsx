import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect } from 'react'
import { NoticePage } from './notice-page.tsx'

interface LoadErrorProps {
  /** What went well before, and stays so. */
  message?: string | undefined
  onRetry: () => void
}

/** A call that did not come through: says whether the line is down, and tries again when asked or when the line is back. */
export function LoadError({ message, onRetry }: LoadErrorProps) {
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  const retry = () => {
    // this button is about to go; the next Tab goes on from the page's content
    document.getElementById('content')?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <NoticePage
      title={navigator.onLine ? m.waitlist_status_failed_title() : m.waitlist_status_offline_title()}
      text={[message, navigator.onLine ? m.waitlist_status_failed_text() : m.waitlist_status_offline_text()]
        .filter(Boolean)
        .join(' ')}
    >
      <Button variant="bright" size="lg" onClick={retry} className="w-full sm:w-auto">
        {m.waitlist_status_retry()}
      </Button>
    </NoticePage>
  )
}
