import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Name } from '@duo/platform/browser/ui/name.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { sizeText } from '../../place-text.ts'
import { PairMark } from '../studio-icons.tsx'
import type { Upload } from '../uploads/upload-store.ts'
import { uploadRefusalText } from './document-state.ts'
import { ProgressBar } from './progress-bar.tsx'

interface UploadRowProps {
  upload: Upload
  onGoOn: () => void
  onForget: () => void
  onChanged: () => void
}

/** A file that this tab sends. */
export function UploadRow({ upload, onGoOn, onForget, onChanged }: UploadRowProps) {
  const { name, size, state, refusal, versionId } = upload
  const { pending, run } = useMutation({
    call: async (api) => {
      onForget()
      if (versionId !== null) await api.studio.cancel.mutate({ versionId })
      onChanged()
      return null
    },
  })
  const isFailed = state === 'failed'
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-4 sm:grid-cols-[minmax(0,1fr)_minmax(11rem,16rem)_auto]">
      <div className="flex min-w-0 gap-3">
        <PairMark state={isFailed ? 'failed' : 'apart'} />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            <Name>{name}</Name>
          </p>
          <p className="text-sm text-muted">{sizeText(size, getLocale())}</p>
          {/* always there, so that a screen reader announces what is put into it */}
          <p role="status" className="mt-2 border-l-4 border-overlap pl-3 text-sm empty:hidden">
            {isFailed ? uploadRefusalText(refusal, name) : state === 'full' ? m.studio_note_disk_full() : null}
          </p>
        </div>
      </div>
      {isFailed ? (
        <p className="text-sm font-semibold text-danger">{m.studio_state_not_stored()}</p>
      ) : (
        <ProgressBar text={progressText(upload)} share={shareOf(upload)} />
      )}
      <div className="flex flex-wrap items-start gap-x-2">
        {state === 'full' && (
          <Button variant="quiet" aria-label={m.studio_send_rest_label({ name })} onClick={onGoOn}>
            {m.studio_send_rest()}
          </Button>
        )}
        <Button
          variant="plain"
          aria-label={isFailed ? m.studio_dismiss_label({ name }) : m.studio_cancel_label({ name })}
          aria-disabled={pending || undefined}
          onClick={() => (isFailed && versionId === null ? onForget() : void run())}
        >
          {isFailed ? m.studio_dismiss() : m.studio_cancel()}
        </Button>
      </div>
    </li>
  )
}

const shareOf = ({ sent, size }: Upload) => sent / Math.max(1, size)

function progressText(upload: Upload): string {
  const percent = Math.floor(shareOf(upload) * 100)
  if (upload.state === 'offline') return m.studio_state_offline()
  if (upload.state === 'waiting') return m.studio_state_next()
  return upload.state === 'full' ? m.studio_state_stopped({ percent }) : m.studio_state_uploading({ percent })
}
