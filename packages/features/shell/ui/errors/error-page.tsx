import { isOldBrowser } from '@duo/platform/browser/old-browser.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isOffline } from '../pages/lazy-page.ts'
import { usePageContext } from '../pages/page-context.ts'

/** Offline, the page explains that and reloads once the connection is back. */
export function ErrorPage({ error }: ErrorComponentProps): ReactNode {
  const router = useRouter()
  const { requestId } = usePageContext()
  const [offline, setOffline] = useState(isOffline)
  useEffect(() => console.error(error), [error])
  useEffect(() => {
    // the browser may report offline only after the failed request; keep the text until the page has been replaced
    const onOffline = () => setOffline(true)
    const onOnline = () => router.invalidate()
    addEventListener('offline', onOffline)
    addEventListener('online', onOnline)
    return () => {
      removeEventListener('offline', onOffline)
      removeEventListener('online', onOnline)
    }
  }, [router])
  const title = offline ? m.shell_failure_offline_title() : m.shell_failure_title()
  return (
    <section className="notice">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>{offline ? m.shell_failure_offline_text() : isOldBrowser() ? m.shell_failure_old_text() : m.shell_failure_text()}</p>
      {requestId && <p className="notice-id">{m.shell_failure_id({ requestId })}</p>}
      <Button onClick={() => router.invalidate()} className="noscript:hidden">
        {m.shell_failure_retry()}
      </Button>
      {/* offline, a reload would show the browser's own error page */}
      <Link to="/" reloadDocument={!offline}>
        {m.shell_failure_home()}
      </Link>
    </section>
  )
}
