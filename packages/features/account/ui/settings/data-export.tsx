import { saveFile } from '@duo/platform/browser/save-file.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { ActionMessage, successResult, useAccountAction } from '#second-factor/ui/fresh-factor/use-account-action.tsx'
import { usePageContext } from '#shell/ui/pages/page-context.ts'

export function AccountDataExport() {
  const { busy, result, run, api } = useAccountAction()
  const { studio = 'off' } = usePageContext()
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
      {studio !== 'off' && (
        <a href="/api/studio/originals" className="text-link ml-4 inline-flex min-h-touch items-center font-semibold">
          {m.account_download_files()}
        </a>
      )}
      <ActionMessage result={result} />
    </div>
  )
}
