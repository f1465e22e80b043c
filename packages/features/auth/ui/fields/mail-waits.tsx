import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useState } from 'react'
import { usePageContext } from '#shell/ui/pages/page-context.ts'

/** Beside a promise of a mail: says so if this server cannot send any yet. Mails wait in the queue. */
export function MailWaits() {
  const { api } = usePageContext()
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(() => {
    const ask = async () => setIsWaiting(!(await (await api()).auth.options.query()).sendsMail)
    ask().catch(console.error)
  }, [api])
  return (
    <p role="status" className="mt-3 text-sm font-semibold empty:hidden">
      {isWaiting && m.auth_mail_waits()}
    </p>
  )
}
