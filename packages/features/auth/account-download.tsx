import { Button } from '@duo/platform/browser/ui/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { done, Outcome, useAction } from './account-action.tsx'

/** Everything stored about the person as one JSON file. */
export function AccountDownload() {
  const { busy, said, run, api } = useAction()
  return (
    <div>
      <Button
        variant="quiet"
        busy={busy}
        aria-disabled={busy || undefined}
        onClick={() =>
          run(async () => {
            const { document } = await (await api()).auth.download.mutate()
            saveAsFile('duo-account.json', document)
            return done(m.auth_account_downloaded())
          })
        }
      >
        {m.auth_account_download()}
      </Button>
      <Outcome said={said} />
    </div>
  )
}

function saveAsFile(name: string, content: object) {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // the browser reads it after this task
  setTimeout(() => URL.revokeObjectURL(address))
}
