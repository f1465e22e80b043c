import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '#session/ui/session-provider.tsx'

/** When another tab has signed in another account, what was typed for the first one must not be saved for the second. Says so. */
export function PageOfAccount() {
  const { viewer } = useSession()
  const [account, setAccount] = useState({ id: viewer?.id, changes: 0, isNew: false })
  if (viewer?.id !== account.id) {
    // after a sign-out there is nothing left of the first account
    const isNew = viewer !== null && account.id !== undefined
    setAccount({ id: viewer?.id, changes: account.changes + (isNew ? 1 : 0), isNew })
  }
  return (
    <>
      <Outlet key={account.changes} />
      {viewer && account.isNew && (
        <div
          role="alert"
          className="fixed inset-x-4 bottom-4 z-60 m-auto flex max-w-xl flex-wrap items-center justify-between gap-3 rounded-voice border border-line bg-paper-raised p-4 pl-5 text-ink shadow-lift print:hidden"
        >
          <p className="min-w-0 flex-1 basis-56 font-semibold">{m.shell_account_changed({ email: viewer.email })}</p>
          <button type="button" className={buttonClasses()} onClick={() => setAccount({ ...account, isNew: false })}>
            {m.shell_account_changed_close()}
          </button>
        </div>
      )}
    </>
  )
}
