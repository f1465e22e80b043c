import { saveFile } from '@duo/platform/browser/save-file.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { done, Outcome, useAction } from './use-account-action.tsx'

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
            saveFile('duo-account.json', document)
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
