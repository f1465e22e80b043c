import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { CheckIcon } from '../../../chat/ui/icons.tsx'
import type { SaveStatus } from './draft-saver.ts'

const texts: Record<SaveStatus, () => string> = {
  idle: () => '',
  unsaved: m.studio_save_unsaved,
  saving: m.studio_save_saving,
  saved: m.studio_save_saved,
  failed: m.studio_save_failed,
  gone: m.studio_save_gone,
  signed_out: m.studio_save_signed_out,
  incomplete: m.studio_save_incomplete,
  conflict: m.studio_save_unsaved,
}

/** Whether the last change is saved. */
export function SaveStatusLine({ status, onSave }: { status: SaveStatus; onSave: () => void }) {
  const isProblem = ['failed', 'gone', 'signed_out', 'incomplete'].includes(status)
  return (
    <div className="flex min-h-touch flex-wrap items-center gap-x-3">
      <p
        role="status"
        className={`flex max-w-[44ch] items-center gap-1.5 text-sm ${isProblem ? 'font-semibold text-danger' : 'text-muted'}`}
      >
        {status === 'saved' && <CheckIcon className="size-5 flex-none" />}
        <span>{texts[status]()}</span>
      </p>
      {(status === 'failed' || status === 'signed_out') && (
        <Button variant="quiet" onClick={onSave}>
          {m.studio_save_again()}
        </Button>
      )}
    </div>
  )
}
