import { saveFile } from '@duo/platform/browser/save-file.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useMutation } from '#shell/ui/api/use-mutation.ts'
import type { DownloadResult } from '../../schema.ts'
import { EntryErrorMessage } from './entry-error.tsx'

export type EntryPart = (ticket: string) => Promise<DownloadResult>

interface EntryDownloadProps {
  ticket: string
  email: string
  parts?: Record<string, EntryPart> | undefined
  onExpired: () => void
}

/** Downloads one JSON file with all parts or none. */
export function EntryDownload({ ticket, email, parts, onExpired }: EntryDownloadProps) {
  const { state, button } = useMutation<void, 'needs_mail' | 'expired'>({
    call: async ({ waitlist }) => {
      const all = { waitlist: (own: string) => waitlist.download.mutate({ ticket: own }), ...parts }
      const outcome = await collect(all, ticket)
      if (outcome === 'needs_mail') return outcome
      if (outcome === 'invalid_ticket') {
        onExpired()
        return 'expired'
      }
      saveFile('duo-waitlist.json', outcome)
      return null
    },
  })
  return (
    <div>
      <Button variant="quiet" {...button()}>
        {m.waitlist_status_download()}
      </Button>
      <p role="status" className="mt-2 text-sm font-semibold empty:hidden">
        {state === 'done' && m.waitlist_status_downloaded()}
      </p>
      {(state === 'needs_mail' || state === 'failed') && <EntryErrorMessage error={state} email={email} />}
    </div>
  )
}

async function collect(parts: Record<string, EntryPart>, ticket: string) {
  const answers = await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await part(ticket)] as const))
  const file: Record<string, unknown> = {}
  for (const [name, answer] of answers) {
    if (answer.error) return answer.error
    file[name] = answer.entry
  }
  return file
}
