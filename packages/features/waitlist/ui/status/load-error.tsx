import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect } from 'react'
import { NoticePage } from './notice-page.tsx'

interface LoadErrorProps {
  message?: string | undefined
  onRetry: () => void
}

/** Retries on a press and when the browser is online again. */
export function LoadError({ message, onRetry }: LoadErrorProps) {
  useEffect(() => {
    window.addEventListener('online', onRetry)
    return () => window.removeEventListener('online', onRetry)
  }, [onRetry])
  const retry = () => {
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
