import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isOffline } from '../pages/lazy-page.ts'
import { usePageContext } from '../pages/page-context.ts'

/**
 * What a page that could not be made shows, with that failure's status; in the browser it may only have lost its line, and can be asked for again: it
 * then says so, and asks by itself when the line is back. The request id is what support can look up.
 */
export function ErrorPage({ error }: ErrorComponentProps): ReactNode {
  const router = useRouter()
  const { requestId } = usePageContext()
  const [offline, setOffline] = useState(isOffline)
  useEffect(() => console.error(error), [error])
  useEffect(() => {
    // the line may be seen to be lost only after what it cost; the words stay until there is something else to show
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
      <p>{offline ? m.shell_failure_offline_text() : m.shell_failure_text()}</p>
      {requestId && <p className="notice-id">{m.shell_failure_id({ requestId })}</p>}
      <Button onClick={() => router.invalidate()} className="noscript:hidden">
        {m.shell_failure_retry()}
      </Button>
      {/* without a line the browser's own page would be in its place */}
      <Link to="/" reloadDocument={!offline}>
        {m.shell_failure_home()}
      </Link>
    </section>
  )
}
