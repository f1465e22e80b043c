import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { usePageContext } from '#shell/ui/pages/page-context.ts'

/** Says that mails wait in the queue if this server cannot send any yet; otherwise shows its children, which promise the mail. */
export function MailWaits({ children }: { children?: ReactNode }) {
  const { api } = usePageContext()
  const [isWaiting, setIsWaiting] = useState(false)
  useEffect(() => {
    const ask = async () => setIsWaiting(!(await (await api()).auth.options.query()).sendsMail)
    ask().catch(console.error)
  }, [api])
  return (
    <div role="status" className="mt-3 empty:hidden">
      {isWaiting ? <p className="leading-snug font-semibold">{m.auth_mail_waits()}</p> : children}
    </div>
  )
}
