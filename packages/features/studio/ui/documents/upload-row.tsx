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
  onForget: () => void
  onChanged: () => void
}

/** A file that this tab sends. */
export function UploadRow({ upload, onForget, onChanged }: UploadRowProps) {
  const { name, size, sent, state, refusal, versionId } = upload
  const { pending, run } = useMutation({
    call: async (api) => {
      onForget()
      if (versionId !== null) await api.studio.cancel.mutate({ versionId })
      onChanged()
      return null
    },
  })
  const isFailed = state === 'failed'
  const percent = Math.floor((sent / Math.max(1, size)) * 100)
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-4 sm:grid-cols-[minmax(0,1fr)_minmax(11rem,16rem)_auto]">
      <div className="flex min-w-0 gap-3">
        <PairMark state={isFailed ? 'failed' : 'apart'} />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            <Name>{name}</Name>
          </p>
          <p className="text-sm text-muted">{sizeText(size, getLocale())}</p>
          {isFailed && (
            <p role="status" className="mt-2 border-l-4 border-overlap pl-3 text-sm">
              {uploadRefusalText(refusal)}
            </p>
          )}
        </div>
      </div>
      {isFailed ? (
        <p className="text-sm font-semibold text-danger">{m.studio_state_not_stored()}</p>
      ) : (
        <ProgressBar
          text={
            state === 'offline'
              ? m.studio_state_offline()
              : state === 'waiting'
                ? m.studio_state_next()
                : m.studio_state_uploading({ percent })
          }
          share={sent / Math.max(1, size)}
        />
      )}
      <Button
        variant="plain"
        className="justify-self-start"
        aria-label={isFailed ? m.studio_dismiss_label({ name }) : m.studio_cancel_label({ name })}
        aria-disabled={pending || undefined}
        onClick={() => (isFailed && versionId === null ? onForget() : void run())}
      >
        {isFailed ? m.studio_dismiss() : m.studio_cancel()}
      </Button>
    </li>
  )
}
