import { Button } from '@duo/platform/browser/ui/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** What a page that could not be made shows, with status 500; in the browser it may only have lost its line, and can be asked for again. The request id is what support can look up. */
export function FailurePage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { requestId } = router.options.context
  useEffect(() => console.error(error), [error])
  return (
    <section className="notice">
      <title>{m.shell_failure_title()}</title>
      <meta name="robots" content="noindex" />
      <h1>{m.shell_failure_title()}</h1>
      <p>{m.shell_failure_text()}</p>
      {requestId && <p className="notice-id">{m.shell_failure_id({ requestId })}</p>}
      <Button onClick={() => router.invalidate()} className="noscript:hidden">
        {m.shell_failure_retry()}
      </Button>
      <Link to="/" reloadDocument>
        {m.shell_failure_home()}
      </Link>
    </section>
  )
}
