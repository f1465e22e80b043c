import { saveFile } from '@duo/platform/browser/save-file.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { ActionMessage, successResult, useAccountAction } from '#second-factor/ui/fresh-factor/use-account-action.tsx'

export function AccountDataExport() {
  const { busy, result, run, api } = useAccountAction()
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
            return successResult(m.account_downloaded())
          })
        }
      >
        {m.account_download()}
      </Button>
      <ActionMessage result={result} />
    </div>
  )
}
